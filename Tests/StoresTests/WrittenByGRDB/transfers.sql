BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('transfers');
CREATE TABLE transfer (
  serial INTEGER PRIMARY KEY, app TEXT NOT NULL, session TEXT NOT NULL, number INTEGER NOT NULL,
  method TEXT NOT NULL, url TEXT NOT NULL, headers TEXT NOT NULL, file TEXT,
  isDiscretionary INTEGER NOT NULL, earliest REAL, validator TEXT,
  status INTEGER, result TEXT, size INTEGER, failure TEXT, message TEXT
) STRICT;
INSERT INTO "transfer" VALUES(1,'com.example.golden','sync',3,'GET','https://example.com/päck','{"Accept":"*/*"}',NULL,1,1.89999999999999928477e+09,NULL,NULL,NULL,NULL,NULL,NULL);
COMMIT;
