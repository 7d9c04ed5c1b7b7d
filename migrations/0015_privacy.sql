-- Legal holds, and proofs of erasure (docs/decisions/056-data-protection.md).

-- While somebody must keep it by law, one application, or everything under an address, is not deleted.
CREATE TABLE legal_holds (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  application_id TEXT REFERENCES applications (id) ON DELETE SET NULL,
  -- Blanked on release.
  email TEXT COLLATE NOCASE CHECK (length(email) <= 254),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
  set_at INTEGER NOT NULL,
  set_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  released_at INTEGER,
  released_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  release_reason TEXT NOT NULL DEFAULT '' CHECK (length(release_reason) <= 1000),
  CHECK (application_id IS NULL OR email IS NULL)
) STRICT;
CREATE UNIQUE INDEX legal_holds_of_application ON legal_holds (application_id) WHERE released_at IS NULL;
CREATE UNIQUE INDEX legal_holds_of_address ON legal_holds (email) WHERE released_at IS NULL;
CREATE INDEX legal_holds_by_application ON legal_holds (application_id) WHERE application_id IS NOT NULL;
CREATE INDEX legal_holds_by_release ON legal_holds (released_at) WHERE released_at IS NOT NULL;
CREATE INDEX legal_holds_by_setter ON legal_holds (set_by) WHERE set_by IS NOT NULL;
CREATE INDEX legal_holds_by_releaser ON legal_holds (released_by) WHERE released_by IS NOT NULL;

-- That somebody was erased. It names nobody: who knows the address finds it by a keyed hash of that.
CREATE TABLE erasure_proofs (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  erased_at INTEGER NOT NULL,
  -- 'staff', 'candidate' or 'retention'.
  erased_by TEXT NOT NULL CHECK (length(erased_by) BETWEEN 1 AND 40),
  -- The account of the member of staff. No reference: the proof outlives the account.
  actor_id TEXT CHECK (length(actor_id) = 36),
  -- HMAC-SHA-256 of the address in small letters, base64url.
  address_hash TEXT NOT NULL CHECK (length(address_hash) = 43),
  -- JSON: how many rows of each kind.
  counts TEXT NOT NULL CHECK (json_type(counts) = 'object'),
  -- SHA-256 (hex) of what went, as canonical JSON, with the hashes of files.
  content_hash TEXT NOT NULL CHECK (length(content_hash) = 64),
  -- How many objects of the bucket went with it, and when the last of them was deleted.
  files INTEGER NOT NULL CHECK (files >= 0),
  files_gone_at INTEGER
) STRICT;
CREATE INDEX erasure_proofs_by_address ON erasure_proofs (address_hash, erased_at);
CREATE INDEX erasure_proofs_by_time ON erasure_proofs (erased_at);

-- Proofs are append-only until their term is over, three years (worker/lib/terms.ts) less an hour; only that the last file is
-- gone is added, once.
CREATE TRIGGER erasure_proofs_no_update BEFORE UPDATE ON erasure_proofs
WHEN OLD.files_gone_at IS NOT NULL OR NEW.files_gone_at IS NULL
  OR NEW.id <> OLD.id OR NEW.erased_at <> OLD.erased_at OR NEW.erased_by <> OLD.erased_by
  OR NEW.actor_id IS NOT OLD.actor_id OR NEW.address_hash <> OLD.address_hash OR NEW.counts <> OLD.counts
  OR NEW.content_hash <> OLD.content_hash OR NEW.files <> OLD.files
BEGIN
  SELECT RAISE(ABORT, 'erasure_proofs is append-only');
END;

CREATE TRIGGER erasure_proofs_keep_delete BEFORE DELETE ON erasure_proofs
WHEN OLD.erased_at > unixepoch() * 1000 - (3 * 365 * 24 - 1) * 3600000
BEGIN
  SELECT RAISE(ABORT, 'erasure_proofs is append-only');
END;

CREATE TRIGGER erasure_proofs_no_replace BEFORE INSERT ON erasure_proofs
WHEN EXISTS (SELECT 1 FROM erasure_proofs WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'erasure_proofs is append-only');
END;

-- Objects of an erasure that are still to be deleted from the bucket.
CREATE TABLE erasure_files (
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) <= 200),
  proof_id TEXT NOT NULL REFERENCES erasure_proofs (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX erasure_files_by_proof ON erasure_files (proof_id);

-- Whatever deletes an application, a hold stops it; worker/privacy/held-rows.ts has the same condition. A hold on an address
-- holds the applications of everybody who was put together with that person.
CREATE TRIGGER applications_are_held BEFORE DELETE ON applications
WHEN EXISTS (SELECT 1 FROM legal_holds WHERE released_at IS NULL AND application_id = OLD.id)
  OR EXISTS (SELECT 1 FROM legal_holds WHERE released_at IS NULL AND email = OLD.email)
  OR EXISTS (SELECT 1 FROM candidates AS kin CROSS JOIN legal_holds AS held ON held.email = kin.email
    WHERE (kin.id = OLD.candidate_id OR kin.merged_into = OLD.candidate_id) AND held.released_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'legal_hold');
END;

-- A key leaves `removed_files` once its object is deleted.
CREATE TRIGGER removed_files_are_confirmed AFTER DELETE ON removed_files
WHEN EXISTS (SELECT 1 FROM erasure_files WHERE key = OLD.key)
BEGIN
  UPDATE erasure_proofs SET files_gone_at = unixepoch() * 1000
    WHERE id = (SELECT proof_id FROM erasure_files WHERE key = OLD.key) AND files_gone_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM erasure_files WHERE proof_id = erasure_proofs.id AND key <> OLD.key);
  DELETE FROM erasure_files WHERE key = OLD.key;
END;
