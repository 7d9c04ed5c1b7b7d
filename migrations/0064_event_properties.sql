-- Properties of a named event, such as its place on the page: an id of dimension_values, where the dimension "properties" has
-- each set of them as a JSON array of at most three texts, ["place=header","team=Data"]; 0 for none. The dimension "property" has
-- each text by itself.
--
-- daily_figures counts them under the dimension "property": `value` is the event's name, and `detail` the property or, of the
-- dimension "data", what the event was about.
ALTER TABLE visit_events ADD COLUMN properties INTEGER NOT NULL DEFAULT 0;

-- Days that were rolled before have no such rows: they are rolled anew, twenty every five minutes, and read from the visits
-- until then. Those whose visits are past their term (or about to be), or in the archive alone, stay as they are.
DELETE FROM rolled_days WHERE day > unixepoch('now', '-25 months', '+3 days') * 1000;
