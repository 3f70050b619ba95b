BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('notifications');
CREATE TABLE notification (
  app TEXT NOT NULL PRIMARY KEY, planned TEXT NOT NULL, shown TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "notification" VALUES('com.example.golden','[{"content":{"body":"","content":"{\"a\":1}","identifier":"tea","isRemote":false,"title":"Tea ☕"},"dates":[1900000000.2499998],"interval":86400}]','[{"content":{"body":"b","content":"{}","identifier":"now","isRemote":false,"title":"Now"},"date":1795386115.757329}]');
COMMIT;
