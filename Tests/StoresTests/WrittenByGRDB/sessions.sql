BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('sessions');
CREATE TABLE session (
  app TEXT NOT NULL, session TEXT NOT NULL, role TEXT NOT NULL, configuration TEXT, activity TEXT,
  used INTEGER NOT NULL, isDiscarded INTEGER NOT NULL,
  PRIMARY KEY (app, session)
) STRICT, WITHOUT ROWID;
INSERT INTO "session" VALUES('com.example.golden','7E76EC03-F73A-5FA8-2E76-7FB6CD6C74D6','UIWindowSceneSessionRoleApplication',NULL,NULL,1,0);
COMMIT;
