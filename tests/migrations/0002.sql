BEGIN TRANSACTION;
CREATE TABLE changes (
    user TEXT NOT NULL,
    version INTEGER NOT NULL,
    action TEXT NOT NULL,
    ref TEXT NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (user, version)
) WITHOUT ROWID;
INSERT INTO "changes" VALUES('u',1,'add','a',1935817689123456,X'776879');
INSERT INTO "changes" VALUES('u',2,'add','b',1935817689123456,X'');
INSERT INTO "changes" VALUES('u',3,'add','c',1935817689123456,X'776879');
INSERT INTO "changes" VALUES('u',4,'record','e',1935817689123456,X'776879');
INSERT INTO "changes" VALUES('u',5,'erase','b',1935817689123456,X'');
INSERT INTO "changes" VALUES('用户',1,'add','a',1935817689123456,X'776879');
INSERT INTO "changes" VALUES('用户',2,'add','b',1935817689123456,X'');
INSERT INTO "changes" VALUES('用户',3,'add','c',1935817689123456,X'776879');
INSERT INTO "changes" VALUES('用户',4,'record','e',1935817689123456,X'776879');
INSERT INTO "changes" VALUES('用户',5,'erase','b',1935817689123456,X'');
CREATE TABLE items (
    user TEXT NOT NULL,
    id TEXT NOT NULL,
    episode INTEGER NOT NULL,
    version INTEGER NOT NULL,
    embedder TEXT NOT NULL,
    recall_count INTEGER NOT NULL,
    last_recalled_at INTEGER,
    body BLOB NOT NULL,
    PRIMARY KEY (user, id)
) WITHOUT ROWID;
INSERT INTO "items" VALUES('u','a',0,3,'e1',3,1935817749123456,X'626F6479');
INSERT INTO "items" VALUES('u','c',0,3,'e1',0,NULL,X'626F6479');
INSERT INTO "items" VALUES('u','e',1,4,'e1',2,1935817689123456,X'626F6479');
INSERT INTO "items" VALUES('用户','a',0,3,'e1',3,1935817749123456,X'626F6479');
INSERT INTO "items" VALUES('用户','c',0,3,'e1',0,NULL,X'626F6479');
INSERT INTO "items" VALUES('用户','e',1,4,'e1',2,1935817689123456,X'626F6479');
CREATE TABLE jobs (
    user TEXT NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at INTEGER,
    leased_by TEXT,
    leased_until INTEGER,
    error TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user, number)
) WITHOUT ROWID;
INSERT INTO "jobs" VALUES('u',1,'j1','consolidate','s',1,'dead',1,NULL,NULL,NULL,'broken',1935817689123456);
INSERT INTO "jobs" VALUES('u',2,'j2','consolidate','s',2,'due',1,1935817749123456,NULL,NULL,'later',1935817689123456);
INSERT INTO "jobs" VALUES('u',3,'j3','compact','s',1,'leased',1,1935817689123456,'w',1935817749123456,NULL,1935817689123456);
INSERT INTO "jobs" VALUES('用户',1,'j1','consolidate','s',1,'due',0,1935817689123456,NULL,NULL,NULL,1935817689123456);
INSERT INTO "jobs" VALUES('用户',2,'j2','consolidate','s',2,'due',0,1935817689123456,NULL,NULL,NULL,1935817689123456);
INSERT INTO "jobs" VALUES('用户',3,'j3','compact','s',1,'due',0,1935817689123456,NULL,NULL,NULL,1935817689123456);
CREATE TABLE messages (
    user TEXT NOT NULL,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    key TEXT,
    body BLOB NOT NULL,
    PRIMARY KEY (user, session, seq)
) WITHOUT ROWID;
INSERT INTO "messages" VALUES('u','s',1,'k1',X'6F6E65');
INSERT INTO "messages" VALUES('u','s',2,NULL,X'E4BA8C');
INSERT INTO "messages" VALUES('u','s',3,NULL,X'7468726565');
INSERT INTO "messages" VALUES('用户','s',1,'k1',X'6F6E65');
INSERT INTO "messages" VALUES('用户','s',2,NULL,X'E4BA8C');
INSERT INTO "messages" VALUES('用户','s',3,NULL,X'7468726565');
CREATE TABLE notes (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "notes" VALUES('embedder','sample-1');
INSERT INTO "notes" VALUES('store.cleared','1796040149123225055');
CREATE TABLE removals (
    user TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (user, id)
) WITHOUT ROWID;
INSERT INTO "removals" VALUES('u','b',5);
INSERT INTO "removals" VALUES('用户','b',5);
CREATE TABLE session_bodies (
    user TEXT NOT NULL,
    id TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (user, id)
) WITHOUT ROWID;
INSERT INTO "session_bodies" VALUES('u','s',X'7374617465');
INSERT INTO "session_bodies" VALUES('用户','s',X'7374617465');
CREATE TABLE sessions (
    user TEXT NOT NULL,
    id TEXT NOT NULL,
    last_seq INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    ended_at INTEGER, stamp INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user, id)
) WITHOUT ROWID;
INSERT INTO "sessions" VALUES('u','s',3,1,1935817689123456,1935817749123456,1935817749123456,-2352454139937941973);
INSERT INTO "sessions" VALUES('用户','s',3,1,1935817689123456,1935817749123456,1935817749123456,4462560187075084983);
CREATE TABLE users (
    user TEXT NOT NULL PRIMARY KEY,
    generation INTEGER NOT NULL,
    version INTEGER NOT NULL,
    ready_at INTEGER
) WITHOUT ROWID;
INSERT INTO "users" VALUES('u',1104741175131866561,5,1935817749123456);
INSERT INTO "users" VALUES('用户',5205225996236271827,5,1935817689123456);
CREATE INDEX users_ready ON users (ready_at) WHERE ready_at IS NOT NULL;
CREATE UNIQUE INDEX messages_key ON messages (user, session, key) WHERE key IS NOT NULL;
CREATE INDEX items_version ON items (user, version);
CREATE INDEX removals_version ON removals (user, version);
CREATE INDEX changes_ref ON changes (user, ref);
CREATE INDEX jobs_leased ON jobs (user, id) WHERE state = 'leased';
COMMIT;
PRAGMA user_version = 2;
