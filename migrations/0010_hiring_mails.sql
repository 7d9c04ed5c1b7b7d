-- Mails between staff and candidates, and the texts they begin with.

CREATE TABLE mail_templates (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  name TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 80),
  -- 'general', 'invitation', 'offer', 'rejection'
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  -- Plain text with variables such as {candidate}: shared/hiring/mail-variables.ts.
  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 150),
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 5000),
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- For a month it can be brought back.
  deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX mail_templates_by_name ON mail_templates (name) WHERE deleted_at IS NULL;
CREATE INDEX mail_templates_deleted ON mail_templates (deleted_at) WHERE deleted_at IS NOT NULL;

-- The conversation about an application: what left, and answers that staff have pasted. It goes with its application.
CREATE TABLE application_mails (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  -- Counts from 1 within the application. Who writes says which was the last that they saw.
  position INTEGER NOT NULL CHECK (position >= 1),
  -- 'out' or 'in'.
  direction TEXT NOT NULL CHECK (length(direction) BETWEEN 1 AND 10),
  -- Who wrote or pasted it; null once the account is removed.
  author_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  -- Whom it went to, or who sent it.
  address TEXT NOT NULL CHECK (length(address) <= 254),
  at INTEGER NOT NULL,
  -- When it was written or pasted here.
  stored_at INTEGER NOT NULL,
  subject TEXT NOT NULL CHECK (length(subject) <= 200),
  -- With its variables filled in; a private link is never in it.
  body TEXT NOT NULL CHECK (length(body) <= 20000),
  -- What a reply quotes of the mails before it.
  quoted TEXT NOT NULL DEFAULT '' CHECK (length(quoted) <= 20000),
  has_link INTEGER NOT NULL DEFAULT 0 CHECK (has_link IN (0, 1)),
  -- When it was taken back, before it left. The outbox has its other states, under the key 'candidate-mail:<id>'.
  withdrawn_at INTEGER
) STRICT;
CREATE UNIQUE INDEX application_mails_by_application ON application_mails (application_id, position);
CREATE INDEX application_mails_by_author ON application_mails (author_id, stored_at) WHERE author_id IS NOT NULL;

-- To begin with; staff change them as they like.
INSERT INTO mail_templates (id, name, kind, subject, body, updated_at) VALUES
  ('01900000-0000-7000-8000-000000000001', 'A question about your application', 'general',
   'A question about your application for {job}',
   'Dear {candidate},

thank you for your application for {job}. Before we go on, we have one question:

…

You can simply answer this mail. If you want to send us another document, please use your own page, which needs no password: {private link}

Kind regards
{sender}
{company}', unixepoch() * 1000),
  ('01900000-0000-7000-8000-000000000002', 'Invitation to a first conversation', 'invitation',
   'A first conversation with {company}',
   'Dear {candidate},

we have read your application for {job} with interest and would like to get to know you. We suggest a conversation of 45 minutes by video with two people of the team. There is nothing to prepare.

On your own page you see how your application stands: {private link}

If something would make this conversation easier for you, please tell us.

Kind regards
{sender}
{company}', unixepoch() * 1000),
  ('01900000-0000-7000-8000-000000000003', 'An offer', 'offer',
   'Our offer: {job}',
   'Dear {candidate},

we would like to work with you as {job}, and are glad to make you an offer. Here is what we have agreed:

Start:
Place:
Pay:

Please take the time that you need, and ask whatever is open. The contract follows once you have told us that you want to go on.

Kind regards
{sender}
{company}', unixepoch() * 1000),
  ('01900000-0000-7000-8000-000000000004', 'A rejection', 'rejection',
   'Your application for {job}',
   'Dear {candidate},

thank you for your application for {job} and for the time that you have given us. We have decided to go on with other people for this role.

The reason: …

If you want to know more, answer this mail and we tell you what we can. With your own page you can download what we hold, or have it erased at once: {private link}

We wish you all the best.

{sender}
{company}', unixepoch() * 1000);
