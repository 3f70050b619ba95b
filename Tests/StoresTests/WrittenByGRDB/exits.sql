BEGIN TRANSACTION;
CREATE TABLE exit (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  app TEXT NOT NULL, pid INTEGER, time INTEGER NOT NULL, state TEXT NOT NULL,
  namespace TEXT NOT NULL, code TEXT, reason TEXT NOT NULL, text TEXT NOT NULL, signal INTEGER, status INTEGER,
  footprint INTEGER NOT NULL, cpu INTEGER NOT NULL, callback TEXT, elapsed INTEGER
, process TEXT, step TEXT, lifetime INTEGER, earlyDeaths INTEGER, incident TEXT) STRICT;
INSERT INTO "exit" VALUES(1,'com.example.golden',24204,1795386116192334682,'active','SIGNAL',NULL,'crash','SIGKILL ended it, which roostd did not send: another process did, or the kernel for lack of memory',9,NULL,4177920,21568000,NULL,NULL,'A4E87D14-1',NULL,551737817,0,'08B580B0-10E2-43A9-B16A-8F3EEE066043');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('exits');
INSERT INTO "grdb_migrations" VALUES('one record a process');
INSERT INTO "grdb_migrations" VALUES('told');
CREATE TABLE told (app TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX exitByApp ON exit (app, number);
CREATE INDEX exitByTime ON exit (time);
CREATE UNIQUE INDEX exitByProcess ON exit (process);
INSERT INTO "sqlite_sequence" VALUES('exit',1);
COMMIT;
