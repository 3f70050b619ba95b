BEGIN TRANSACTION;
CREATE TABLE fact (
  kind TEXT NOT NULL, app TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (kind, app, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('facts');
INSERT INTO "fact" VALUES('privacy','com.example.golden','notifications','granted');
COMMIT;
