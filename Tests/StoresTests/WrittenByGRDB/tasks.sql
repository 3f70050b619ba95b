BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('tasks');
CREATE TABLE task (
  app TEXT NOT NULL, identifier TEXT NOT NULL, kind TEXT NOT NULL, earliest REAL,
  needsPower INTEGER NOT NULL, needsNetwork INTEGER NOT NULL,
  PRIMARY KEY (app, identifier)
) STRICT, WITHOUT ROWID;
INSERT INTO "task" VALUES('com.example.golden','com.example.golden.refresh','refresh',1.90000000050000119209e+09,0,1);
COMMIT;
