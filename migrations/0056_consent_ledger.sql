-- The ledger of proofs is listed by time, and counted by week, status and version of the banner: one index has all of it.
-- It serves the coverage of a period as its former self did.
DROP INDEX consent_records_by_time;
CREATE INDEX consent_records_by_time ON consent_records (chosen_at, choice_id, status, banner_version);
-- The countries to choose from, and the proofs of one.
CREATE INDEX consent_records_by_country ON consent_records (country, chosen_at, choice_id);
