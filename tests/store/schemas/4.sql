-- A store as version 4 of the tables left it, after a search.
PRAGMA application_id = 1919970425;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('4');
CREATE TABLE entries (
	"key" INTEGER NOT NULL, 
	session INTEGER GENERATED ALWAYS AS (key / 4294967296) VIRTUAL, 
	seq INTEGER GENERATED ALWAYS AS (key % 4294967296) VIRTUAL, 
	id TEXT, 
	node INTEGER, 
	parent INTEGER NOT NULL, 
	run INTEGER NOT NULL, 
	boundary INTEGER NOT NULL, 
	leaf INTEGER NOT NULL, 
	tip INTEGER NOT NULL, 
	reset INTEGER NOT NULL, 
	compactions INTEGER NOT NULL, 
	created INTEGER NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY ("key")
)
 STRICT

;
INSERT INTO "entries" VALUES(4294967296,NULL,NULL,-2,0,-1,-1,-1,-1,0,1767225600000,'{"type":"session","version":3,"id":"one","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}');
INSERT INTO "entries" VALUES(4294967297,'a',1,-1,1,-1,1,1,-1,0,1767225600000,'{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"héllo wörld"}}');
INSERT INTO "entries" VALUES(4294967298,'b',2,1,1,-1,2,2,-1,0,1767225600000,'{"type":"message","id":"b","parentId":"a","message":{"role":"assistant","content":[{"type":"text","text":"good day"}]}}');
INSERT INTO "entries" VALUES(4294967299,'l',3,1,3,-1,2,3,-1,0,1767225600000,'{"type":"label","id":"l","parentId":"a","targetId":"a","label":"x"}');
INSERT INTO "entries" VALUES(4294967300,'r',4,2,4,-1,4,4,-1,0,1767225600000,'{"type":"custom","id":"r","parentId":"b","customType":"model-snapshot","data":{"provider":"openai","modelId":"gpt-5","timestamp":1}}');
INSERT INTO "entries" VALUES(4294967301,'k',5,4,4,-1,5,5,-1,0,1767225600000,'{"type":"message","id":"k","parentId":"r","message":{"role":"user","content":"once","idempotencyKey":"key-1"}}');
INSERT INTO "entries" VALUES(4294967302,'eb0f5894-c04c-4e37-99e2-d147ee6d3e39',2,-2,6,-1,2,2,-1,0,1767225600000,'{"type":"leaf","id":"eb0f5894-c04c-4e37-99e2-d147ee6d3e39","parentId":"k","timestamp":"2026-01-01T00:00:00.000Z","targetId":"b"}');
INSERT INTO "entries" VALUES(4294967303,'c',7,2,7,-1,7,7,-1,0,1767225600000,'{"type":"message","id":"c","parentId":"b","message":{"role":"user","content":"other branch"}}');
INSERT INTO "entries" VALUES(8589934592,'m0',0,-1,0,-1,0,0,-1,0,1767225600000,'{"type":"message","id":"m0","parentId":null,"message":{"role":"user","content":"number 0"}}');
INSERT INTO "entries" VALUES(8589934593,'m1',1,0,0,-1,1,1,-1,0,1767225600000,'{"type":"message","id":"m1","parentId":"m0","message":{"role":"user","content":"number 1"}}');
INSERT INTO "entries" VALUES(8589934594,'m2',2,1,0,-1,2,2,-1,0,1767225600000,'{"type":"message","id":"m2","parentId":"m1","message":{"role":"user","content":"number 2"}}');
INSERT INTO "entries" VALUES(8589934595,'m3',3,2,0,-1,3,3,-1,0,1767225600000,'{"type":"message","id":"m3","parentId":"m2","message":{"role":"user","content":"number 3"}}');
INSERT INTO "entries" VALUES(8589934596,'m4',4,3,0,-1,4,4,-1,0,1767225600000,'{"type":"message","id":"m4","parentId":"m3","message":{"role":"user","content":"number 4"}}');
INSERT INTO "entries" VALUES(8589934597,'m5',5,4,0,-1,5,5,-1,0,1767225600000,'{"type":"message","id":"m5","parentId":"m4","message":{"role":"user","content":"number 5"}}');
INSERT INTO "entries" VALUES(8589934598,'m6',6,5,0,-1,6,6,-1,0,1767225600000,'{"type":"message","id":"m6","parentId":"m5","message":{"role":"user","content":"number 6"}}');
INSERT INTO "entries" VALUES(8589934599,'m7',7,6,0,-1,7,7,-1,0,1767225600000,'{"type":"message","id":"m7","parentId":"m6","message":{"role":"user","content":"number 7"}}');
INSERT INTO "entries" VALUES(8589934600,'m8',8,7,0,-1,8,8,-1,0,1767225600000,'{"type":"message","id":"m8","parentId":"m7","message":{"role":"user","content":"number 8"}}');
INSERT INTO "entries" VALUES(8589934601,'m9',9,8,0,-1,9,9,-1,0,1767225600000,'{"type":"message","id":"m9","parentId":"m8","message":{"role":"user","content":"number 9"}}');
INSERT INTO "entries" VALUES(8589934602,'m10',10,9,0,-1,10,10,-1,0,1767225600000,'{"type":"message","id":"m10","parentId":"m9","message":{"role":"user","content":"number 10"}}');
INSERT INTO "entries" VALUES(8589934603,'m11',11,10,0,-1,11,11,-1,0,1767225600000,'{"type":"message","id":"m11","parentId":"m10","message":{"role":"user","content":"number 11"}}');
INSERT INTO "entries" VALUES(8589934604,'m12',12,11,0,-1,12,12,-1,0,1767225600000,'{"type":"message","id":"m12","parentId":"m11","message":{"role":"user","content":"number 12"}}');
INSERT INTO "entries" VALUES(8589934605,'m13',13,12,0,-1,13,13,-1,0,1767225600000,'{"type":"message","id":"m13","parentId":"m12","message":{"role":"user","content":"number 13"}}');
INSERT INTO "entries" VALUES(8589934606,'m14',14,13,0,-1,14,14,-1,0,1767225600000,'{"type":"message","id":"m14","parentId":"m13","message":{"role":"user","content":"number 14"}}');
INSERT INTO "entries" VALUES(8589934607,'m15',15,14,0,-1,15,15,-1,0,1767225600000,'{"type":"message","id":"m15","parentId":"m14","message":{"role":"user","content":"number 15"}}');
INSERT INTO "entries" VALUES(8589934608,'m16',16,15,0,-1,16,16,-1,0,1767225600000,'{"type":"message","id":"m16","parentId":"m15","message":{"role":"user","content":"number 16"}}');
INSERT INTO "entries" VALUES(8589934609,'m17',17,16,0,-1,17,17,-1,0,1767225600000,'{"type":"message","id":"m17","parentId":"m16","message":{"role":"user","content":"number 17"}}');
INSERT INTO "entries" VALUES(8589934610,'m18',18,17,0,-1,18,18,-1,0,1767225600000,'{"type":"message","id":"m18","parentId":"m17","message":{"role":"user","content":"number 18"}}');
INSERT INTO "entries" VALUES(8589934611,'m19',19,18,0,-1,19,19,-1,0,1767225600000,'{"type":"message","id":"m19","parentId":"m18","message":{"role":"user","content":"number 19"}}');
INSERT INTO "entries" VALUES(8589934612,'m20',20,19,0,-1,20,20,-1,0,1767225600000,'{"type":"message","id":"m20","parentId":"m19","message":{"role":"user","content":"number 20"}}');
INSERT INTO "entries" VALUES(8589934613,'m21',21,20,0,-1,21,21,-1,0,1767225600000,'{"type":"message","id":"m21","parentId":"m20","message":{"role":"user","content":"number 21"}}');
INSERT INTO "entries" VALUES(8589934614,'m22',22,21,0,-1,22,22,-1,0,1767225600000,'{"type":"message","id":"m22","parentId":"m21","message":{"role":"user","content":"number 22"}}');
INSERT INTO "entries" VALUES(8589934615,'m23',23,22,0,-1,23,23,-1,0,1767225600000,'{"type":"message","id":"m23","parentId":"m22","message":{"role":"user","content":"number 23"}}');
INSERT INTO "entries" VALUES(8589934616,'m24',24,23,0,-1,24,24,-1,0,1767225600000,'{"type":"message","id":"m24","parentId":"m23","message":{"role":"user","content":"number 24"}}');
INSERT INTO "entries" VALUES(8589934617,'m25',25,24,0,-1,25,25,-1,0,1767225600000,'{"type":"message","id":"m25","parentId":"m24","message":{"role":"user","content":"number 25"}}');
INSERT INTO "entries" VALUES(8589934618,'m26',26,25,0,-1,26,26,-1,0,1767225600000,'{"type":"message","id":"m26","parentId":"m25","message":{"role":"user","content":"number 26"}}');
INSERT INTO "entries" VALUES(8589934619,'m27',27,26,0,-1,27,27,-1,0,1767225600000,'{"type":"message","id":"m27","parentId":"m26","message":{"role":"user","content":"number 27"}}');
INSERT INTO "entries" VALUES(8589934620,'m28',28,27,0,-1,28,28,-1,0,1767225600000,'{"type":"message","id":"m28","parentId":"m27","message":{"role":"user","content":"number 28"}}');
INSERT INTO "entries" VALUES(8589934621,'m29',29,28,0,-1,29,29,-1,0,1767225600000,'{"type":"message","id":"m29","parentId":"m28","message":{"role":"user","content":"number 29"}}');
INSERT INTO "entries" VALUES(8589934622,'m30',30,29,0,-1,30,30,-1,0,1767225600000,'{"type":"message","id":"m30","parentId":"m29","message":{"role":"user","content":"number 30"}}');
INSERT INTO "entries" VALUES(8589934623,'m31',31,30,0,-1,31,31,-1,0,1767225600000,'{"type":"message","id":"m31","parentId":"m30","message":{"role":"user","content":"number 31"}}');
INSERT INTO "entries" VALUES(8589934624,'m32',32,31,0,-1,32,32,-1,0,1767225600000,'{"type":"message","id":"m32","parentId":"m31","message":{"role":"user","content":"number 32"}}');
INSERT INTO "entries" VALUES(8589934625,'m33',33,32,0,-1,33,33,-1,0,1767225600000,'{"type":"message","id":"m33","parentId":"m32","message":{"role":"user","content":"number 33"}}');
INSERT INTO "entries" VALUES(8589934626,'m34',34,33,0,-1,34,34,-1,0,1767225600000,'{"type":"message","id":"m34","parentId":"m33","message":{"role":"user","content":"number 34"}}');
INSERT INTO "entries" VALUES(8589934627,'m35',35,34,0,-1,35,35,-1,0,1767225600000,'{"type":"message","id":"m35","parentId":"m34","message":{"role":"user","content":"number 35"}}');
INSERT INTO "entries" VALUES(8589934628,'m36',36,35,0,-1,36,36,-1,0,1767225600000,'{"type":"message","id":"m36","parentId":"m35","message":{"role":"user","content":"number 36"}}');
INSERT INTO "entries" VALUES(8589934629,'m37',37,36,0,-1,37,37,-1,0,1767225600000,'{"type":"message","id":"m37","parentId":"m36","message":{"role":"user","content":"number 37"}}');
INSERT INTO "entries" VALUES(8589934630,'m38',38,37,0,-1,38,38,-1,0,1767225600000,'{"type":"message","id":"m38","parentId":"m37","message":{"role":"user","content":"number 38"}}');
INSERT INTO "entries" VALUES(8589934631,'m39',39,38,0,-1,39,39,-1,0,1767225600000,'{"type":"message","id":"m39","parentId":"m38","message":{"role":"user","content":"number 39"}}');
INSERT INTO "entries" VALUES(8589934632,'m40',40,39,0,-1,40,40,-1,0,1767225600000,'{"type":"message","id":"m40","parentId":"m39","message":{"role":"user","content":"number 40"}}');
INSERT INTO "entries" VALUES(8589934633,'m41',41,40,0,-1,41,41,-1,0,1767225600000,'{"type":"message","id":"m41","parentId":"m40","message":{"role":"user","content":"number 41"}}');
INSERT INTO "entries" VALUES(8589934634,'m42',42,41,0,-1,42,42,-1,0,1767225600000,'{"type":"message","id":"m42","parentId":"m41","message":{"role":"user","content":"number 42"}}');
INSERT INTO "entries" VALUES(8589934635,'m43',43,42,0,-1,43,43,-1,0,1767225600000,'{"type":"message","id":"m43","parentId":"m42","message":{"role":"user","content":"number 43"}}');
INSERT INTO "entries" VALUES(8589934636,'m44',44,43,0,-1,44,44,-1,0,1767225600000,'{"type":"message","id":"m44","parentId":"m43","message":{"role":"user","content":"number 44"}}');
INSERT INTO "entries" VALUES(8589934637,'m45',45,44,0,-1,45,45,-1,0,1767225600000,'{"type":"message","id":"m45","parentId":"m44","message":{"role":"user","content":"number 45"}}');
INSERT INTO "entries" VALUES(8589934638,'m46',46,45,0,-1,46,46,-1,0,1767225600000,'{"type":"message","id":"m46","parentId":"m45","message":{"role":"user","content":"number 46"}}');
INSERT INTO "entries" VALUES(8589934639,'m47',47,46,0,-1,47,47,-1,0,1767225600000,'{"type":"message","id":"m47","parentId":"m46","message":{"role":"user","content":"number 47"}}');
INSERT INTO "entries" VALUES(8589934640,'m48',48,47,0,-1,48,48,-1,0,1767225600000,'{"type":"message","id":"m48","parentId":"m47","message":{"role":"user","content":"number 48"}}');
INSERT INTO "entries" VALUES(8589934641,'m49',49,48,0,-1,49,49,-1,0,1767225600000,'{"type":"message","id":"m49","parentId":"m48","message":{"role":"user","content":"number 49"}}');
INSERT INTO "entries" VALUES(8589934642,'m50',50,49,0,-1,50,50,-1,0,1767225600000,'{"type":"message","id":"m50","parentId":"m49","message":{"role":"user","content":"number 50"}}');
INSERT INTO "entries" VALUES(8589934643,'m51',51,50,0,-1,51,51,-1,0,1767225600000,'{"type":"message","id":"m51","parentId":"m50","message":{"role":"user","content":"number 51"}}');
INSERT INTO "entries" VALUES(8589934644,'m52',52,51,0,-1,52,52,-1,0,1767225600000,'{"type":"message","id":"m52","parentId":"m51","message":{"role":"user","content":"number 52"}}');
INSERT INTO "entries" VALUES(8589934645,'m53',53,52,0,-1,53,53,-1,0,1767225600000,'{"type":"message","id":"m53","parentId":"m52","message":{"role":"user","content":"number 53"}}');
INSERT INTO "entries" VALUES(8589934646,'m54',54,53,0,-1,54,54,-1,0,1767225600000,'{"type":"message","id":"m54","parentId":"m53","message":{"role":"user","content":"number 54"}}');
INSERT INTO "entries" VALUES(8589934647,'m55',55,54,0,-1,55,55,-1,0,1767225600000,'{"type":"message","id":"m55","parentId":"m54","message":{"role":"user","content":"number 55"}}');
INSERT INTO "entries" VALUES(8589934648,'m56',56,55,0,-1,56,56,-1,0,1767225600000,'{"type":"message","id":"m56","parentId":"m55","message":{"role":"user","content":"number 56"}}');
INSERT INTO "entries" VALUES(8589934649,'m57',57,56,0,-1,57,57,-1,0,1767225600000,'{"type":"message","id":"m57","parentId":"m56","message":{"role":"user","content":"number 57"}}');
INSERT INTO "entries" VALUES(8589934650,'m58',58,57,0,-1,58,58,-1,0,1767225600000,'{"type":"message","id":"m58","parentId":"m57","message":{"role":"user","content":"number 58"}}');
INSERT INTO "entries" VALUES(8589934651,'m59',59,58,0,-1,59,59,-1,0,1767225600000,'{"type":"message","id":"m59","parentId":"m58","message":{"role":"user","content":"number 59"}}');
INSERT INTO "entries" VALUES(8589934652,'m60',60,59,0,-1,60,60,-1,0,1767225600000,'{"type":"message","id":"m60","parentId":"m59","message":{"role":"user","content":"number 60"}}');
INSERT INTO "entries" VALUES(8589934653,'m61',61,60,0,-1,61,61,-1,0,1767225600000,'{"type":"message","id":"m61","parentId":"m60","message":{"role":"user","content":"number 61"}}');
INSERT INTO "entries" VALUES(8589934654,'m62',62,61,0,-1,62,62,-1,0,1767225600000,'{"type":"message","id":"m62","parentId":"m61","message":{"role":"user","content":"number 62"}}');
INSERT INTO "entries" VALUES(8589934655,'m63',63,62,0,-1,63,63,-1,0,1767225600000,'{"type":"message","id":"m63","parentId":"m62","message":{"role":"user","content":"number 63"}}');
INSERT INTO "entries" VALUES(8589934656,'m64',64,63,0,-1,64,64,-1,0,1767225600000,'{"type":"message","id":"m64","parentId":"m63","message":{"role":"user","content":"number 64"}}');
INSERT INTO "entries" VALUES(8589934657,'m65',65,64,0,-1,65,65,-1,0,1767225600000,'{"type":"message","id":"m65","parentId":"m64","message":{"role":"user","content":"number 65"}}');
INSERT INTO "entries" VALUES(8589934658,'m66',66,65,0,-1,66,66,-1,0,1767225600000,'{"type":"message","id":"m66","parentId":"m65","message":{"role":"user","content":"number 66"}}');
INSERT INTO "entries" VALUES(8589934659,'m67',67,66,0,-1,67,67,-1,0,1767225600000,'{"type":"message","id":"m67","parentId":"m66","message":{"role":"user","content":"number 67"}}');
INSERT INTO "entries" VALUES(8589934660,'m68',68,67,0,-1,68,68,-1,0,1767225600000,'{"type":"message","id":"m68","parentId":"m67","message":{"role":"user","content":"number 68"}}');
INSERT INTO "entries" VALUES(8589934661,'m69',69,68,0,-1,69,69,-1,0,1767225600000,'{"type":"message","id":"m69","parentId":"m68","message":{"role":"user","content":"number 69"}}');
INSERT INTO "entries" VALUES(12884901888,'t',0,-1,0,-1,0,0,-1,0,1767225600000,'{"type":"message","id":"t","parentId":null,"message":{"role":"user","content":"私は日本語のテストを書く。한국어문장"}}');
CREATE TABLE identities (
	session INTEGER NOT NULL, 
	id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	node INTEGER, 
	PRIMARY KEY (session, id, seq), 
	FOREIGN KEY(session) REFERENCES sessions (number) ON DELETE CASCADE
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "identities" VALUES(2,'m0',0,0);
INSERT INTO "identities" VALUES(2,'m1',1,1);
INSERT INTO "identities" VALUES(2,'m10',10,10);
INSERT INTO "identities" VALUES(2,'m11',11,11);
INSERT INTO "identities" VALUES(2,'m12',12,12);
INSERT INTO "identities" VALUES(2,'m13',13,13);
INSERT INTO "identities" VALUES(2,'m14',14,14);
INSERT INTO "identities" VALUES(2,'m15',15,15);
INSERT INTO "identities" VALUES(2,'m16',16,16);
INSERT INTO "identities" VALUES(2,'m17',17,17);
INSERT INTO "identities" VALUES(2,'m18',18,18);
INSERT INTO "identities" VALUES(2,'m19',19,19);
INSERT INTO "identities" VALUES(2,'m2',2,2);
INSERT INTO "identities" VALUES(2,'m20',20,20);
INSERT INTO "identities" VALUES(2,'m21',21,21);
INSERT INTO "identities" VALUES(2,'m22',22,22);
INSERT INTO "identities" VALUES(2,'m23',23,23);
INSERT INTO "identities" VALUES(2,'m24',24,24);
INSERT INTO "identities" VALUES(2,'m25',25,25);
INSERT INTO "identities" VALUES(2,'m26',26,26);
INSERT INTO "identities" VALUES(2,'m27',27,27);
INSERT INTO "identities" VALUES(2,'m28',28,28);
INSERT INTO "identities" VALUES(2,'m29',29,29);
INSERT INTO "identities" VALUES(2,'m3',3,3);
INSERT INTO "identities" VALUES(2,'m30',30,30);
INSERT INTO "identities" VALUES(2,'m31',31,31);
INSERT INTO "identities" VALUES(2,'m32',32,32);
INSERT INTO "identities" VALUES(2,'m33',33,33);
INSERT INTO "identities" VALUES(2,'m34',34,34);
INSERT INTO "identities" VALUES(2,'m35',35,35);
INSERT INTO "identities" VALUES(2,'m36',36,36);
INSERT INTO "identities" VALUES(2,'m37',37,37);
INSERT INTO "identities" VALUES(2,'m38',38,38);
INSERT INTO "identities" VALUES(2,'m39',39,39);
INSERT INTO "identities" VALUES(2,'m4',4,4);
INSERT INTO "identities" VALUES(2,'m40',40,40);
INSERT INTO "identities" VALUES(2,'m41',41,41);
INSERT INTO "identities" VALUES(2,'m42',42,42);
INSERT INTO "identities" VALUES(2,'m43',43,43);
INSERT INTO "identities" VALUES(2,'m44',44,44);
INSERT INTO "identities" VALUES(2,'m45',45,45);
INSERT INTO "identities" VALUES(2,'m46',46,46);
INSERT INTO "identities" VALUES(2,'m47',47,47);
INSERT INTO "identities" VALUES(2,'m48',48,48);
INSERT INTO "identities" VALUES(2,'m49',49,49);
INSERT INTO "identities" VALUES(2,'m5',5,5);
INSERT INTO "identities" VALUES(2,'m50',50,50);
INSERT INTO "identities" VALUES(2,'m51',51,51);
INSERT INTO "identities" VALUES(2,'m52',52,52);
INSERT INTO "identities" VALUES(2,'m53',53,53);
INSERT INTO "identities" VALUES(2,'m54',54,54);
INSERT INTO "identities" VALUES(2,'m55',55,55);
INSERT INTO "identities" VALUES(2,'m56',56,56);
INSERT INTO "identities" VALUES(2,'m57',57,57);
INSERT INTO "identities" VALUES(2,'m58',58,58);
INSERT INTO "identities" VALUES(2,'m59',59,59);
INSERT INTO "identities" VALUES(2,'m6',6,6);
INSERT INTO "identities" VALUES(2,'m60',60,60);
INSERT INTO "identities" VALUES(2,'m61',61,61);
INSERT INTO "identities" VALUES(2,'m62',62,62);
INSERT INTO "identities" VALUES(2,'m63',63,63);
INSERT INTO "identities" VALUES(2,'m64',64,64);
INSERT INTO "identities" VALUES(2,'m7',7,7);
INSERT INTO "identities" VALUES(2,'m8',8,8);
INSERT INTO "identities" VALUES(2,'m9',9,9);
CREATE TABLE keys (
	session INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	PRIMARY KEY (session, "key"), 
	FOREIGN KEY(session) REFERENCES sessions (number) ON DELETE CASCADE
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "keys" VALUES(1,'key-1',5);
CREATE TABLE routes (
	session INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	PRIMARY KEY (session, seq), 
	FOREIGN KEY(session) REFERENCES sessions (number) ON DELETE CASCADE
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "routes" VALUES(1,4);
CREATE TABLE searched (
	session INTEGER NOT NULL, 
	"before" INTEGER NOT NULL, 
	PRIMARY KEY (session), 
	FOREIGN KEY(session) REFERENCES sessions (number) ON DELETE CASCADE
)
 STRICT

;
INSERT INTO "searched" VALUES(1,8);
INSERT INTO "searched" VALUES(2,70);
INSERT INTO "searched" VALUES(3,1);
CREATE TABLE sessions (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	id TEXT NOT NULL, 
	generation TEXT NOT NULL, 
	created INTEGER NOT NULL, 
	known INTEGER NOT NULL, 
	header INTEGER, 
	UNIQUE (id)
)
 STRICT

;
INSERT INTO "sessions" VALUES(1,'one','851a892c05604d7f861a65aa78780f8f',1767225600000,0,0);
INSERT INTO "sessions" VALUES(2,'two','03a47242819940928d90db0a0aefb29c',1767225600000,65,NULL);
INSERT INTO "sessions" VALUES(3,'three','78d74caafcd9458ca77c5527d9349ab6',1767225600000,0,NULL);
CREATE TABLE waiting (
	session INTEGER NOT NULL, 
	run TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	created INTEGER NOT NULL, 
	message TEXT NOT NULL, 
	PRIMARY KEY (session, run), 
	FOREIGN KEY(session) REFERENCES sessions (number) ON DELETE CASCADE
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "waiting" VALUES(1,'run-1','gone',1767225600000,'{"role":"assistant","content":[{"type":"text","text":"half"}],"stopReason":"error","errorMessage":"overloaded"}');
CREATE INDEX waiting_by_owner ON waiting (owner);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('sessions',3);
CREATE VIRTUAL TABLE words USING fts5(text, tokenize = "unicode61 remove_diacritics 2");
INSERT INTO "words" (rowid, text) VALUES(4294967297,'héllo wörld');
INSERT INTO "words" (rowid, text) VALUES(4294967298,'good day');
INSERT INTO "words" (rowid, text) VALUES(4294967299,'x');
INSERT INTO "words" (rowid, text) VALUES(4294967301,'once');
INSERT INTO "words" (rowid, text) VALUES(4294967303,'other branch');
INSERT INTO "words" (rowid, text) VALUES(8589934592,'number 0');
INSERT INTO "words" (rowid, text) VALUES(8589934593,'number 1');
INSERT INTO "words" (rowid, text) VALUES(8589934594,'number 2');
INSERT INTO "words" (rowid, text) VALUES(8589934595,'number 3');
INSERT INTO "words" (rowid, text) VALUES(8589934596,'number 4');
INSERT INTO "words" (rowid, text) VALUES(8589934597,'number 5');
INSERT INTO "words" (rowid, text) VALUES(8589934598,'number 6');
INSERT INTO "words" (rowid, text) VALUES(8589934599,'number 7');
INSERT INTO "words" (rowid, text) VALUES(8589934600,'number 8');
INSERT INTO "words" (rowid, text) VALUES(8589934601,'number 9');
INSERT INTO "words" (rowid, text) VALUES(8589934602,'number 10');
INSERT INTO "words" (rowid, text) VALUES(8589934603,'number 11');
INSERT INTO "words" (rowid, text) VALUES(8589934604,'number 12');
INSERT INTO "words" (rowid, text) VALUES(8589934605,'number 13');
INSERT INTO "words" (rowid, text) VALUES(8589934606,'number 14');
INSERT INTO "words" (rowid, text) VALUES(8589934607,'number 15');
INSERT INTO "words" (rowid, text) VALUES(8589934608,'number 16');
INSERT INTO "words" (rowid, text) VALUES(8589934609,'number 17');
INSERT INTO "words" (rowid, text) VALUES(8589934610,'number 18');
INSERT INTO "words" (rowid, text) VALUES(8589934611,'number 19');
INSERT INTO "words" (rowid, text) VALUES(8589934612,'number 20');
INSERT INTO "words" (rowid, text) VALUES(8589934613,'number 21');
INSERT INTO "words" (rowid, text) VALUES(8589934614,'number 22');
INSERT INTO "words" (rowid, text) VALUES(8589934615,'number 23');
INSERT INTO "words" (rowid, text) VALUES(8589934616,'number 24');
INSERT INTO "words" (rowid, text) VALUES(8589934617,'number 25');
INSERT INTO "words" (rowid, text) VALUES(8589934618,'number 26');
INSERT INTO "words" (rowid, text) VALUES(8589934619,'number 27');
INSERT INTO "words" (rowid, text) VALUES(8589934620,'number 28');
INSERT INTO "words" (rowid, text) VALUES(8589934621,'number 29');
INSERT INTO "words" (rowid, text) VALUES(8589934622,'number 30');
INSERT INTO "words" (rowid, text) VALUES(8589934623,'number 31');
INSERT INTO "words" (rowid, text) VALUES(8589934624,'number 32');
INSERT INTO "words" (rowid, text) VALUES(8589934625,'number 33');
INSERT INTO "words" (rowid, text) VALUES(8589934626,'number 34');
INSERT INTO "words" (rowid, text) VALUES(8589934627,'number 35');
INSERT INTO "words" (rowid, text) VALUES(8589934628,'number 36');
INSERT INTO "words" (rowid, text) VALUES(8589934629,'number 37');
INSERT INTO "words" (rowid, text) VALUES(8589934630,'number 38');
INSERT INTO "words" (rowid, text) VALUES(8589934631,'number 39');
INSERT INTO "words" (rowid, text) VALUES(8589934632,'number 40');
INSERT INTO "words" (rowid, text) VALUES(8589934633,'number 41');
INSERT INTO "words" (rowid, text) VALUES(8589934634,'number 42');
INSERT INTO "words" (rowid, text) VALUES(8589934635,'number 43');
INSERT INTO "words" (rowid, text) VALUES(8589934636,'number 44');
INSERT INTO "words" (rowid, text) VALUES(8589934637,'number 45');
INSERT INTO "words" (rowid, text) VALUES(8589934638,'number 46');
INSERT INTO "words" (rowid, text) VALUES(8589934639,'number 47');
INSERT INTO "words" (rowid, text) VALUES(8589934640,'number 48');
INSERT INTO "words" (rowid, text) VALUES(8589934641,'number 49');
INSERT INTO "words" (rowid, text) VALUES(8589934642,'number 50');
INSERT INTO "words" (rowid, text) VALUES(8589934643,'number 51');
INSERT INTO "words" (rowid, text) VALUES(8589934644,'number 52');
INSERT INTO "words" (rowid, text) VALUES(8589934645,'number 53');
INSERT INTO "words" (rowid, text) VALUES(8589934646,'number 54');
INSERT INTO "words" (rowid, text) VALUES(8589934647,'number 55');
INSERT INTO "words" (rowid, text) VALUES(8589934648,'number 56');
INSERT INTO "words" (rowid, text) VALUES(8589934649,'number 57');
INSERT INTO "words" (rowid, text) VALUES(8589934650,'number 58');
INSERT INTO "words" (rowid, text) VALUES(8589934651,'number 59');
INSERT INTO "words" (rowid, text) VALUES(8589934652,'number 60');
INSERT INTO "words" (rowid, text) VALUES(8589934653,'number 61');
INSERT INTO "words" (rowid, text) VALUES(8589934654,'number 62');
INSERT INTO "words" (rowid, text) VALUES(8589934655,'number 63');
INSERT INTO "words" (rowid, text) VALUES(8589934656,'number 64');
INSERT INTO "words" (rowid, text) VALUES(8589934657,'number 65');
INSERT INTO "words" (rowid, text) VALUES(8589934658,'number 66');
INSERT INTO "words" (rowid, text) VALUES(8589934659,'number 67');
INSERT INTO "words" (rowid, text) VALUES(8589934660,'number 68');
INSERT INTO "words" (rowid, text) VALUES(8589934661,'number 69');
INSERT INTO "words" (rowid, text) VALUES(12884901888,'私は日本語のテストを書く。한국어문장');
COMMIT;
