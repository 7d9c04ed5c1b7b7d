interface MailNoticeProps {
  isConfigured: boolean;
  /** How many mails have not been sent, by state; null when they could not be counted. */
  mails: { waiting: number; unconfirmed: number; failed: number } | null;
}

/** Says when mail is not configured, and how many mails have not been sent. */
export function MailNotice({ isConfigured, mails }: MailNoticeProps) {
  const parts = mails
    ? [
        mails.waiting > 0 && `${count(mails.waiting)} waiting`,
        mails.unconfirmed > 0 && `${count(mails.unconfirmed)} unconfirmed`,
        mails.failed > 0 && `${count(mails.failed)} failed`,
      ].filter((part) => part !== false)
    : [];
  return (
    <>
      {!isConfigured && (
        <p className="inbox-warning">
          <b>Mail is not configured.</b> Enquiries are stored and shown here; the mails about them wait until the site
          can send.
        </p>
      )}
      {mails && (
        <p className="staff-text">
          {parts.length > 0
            ? `Mail that has not left: ${parts.join(", ")}. Each enquiry shows its own.`
            : "No mail is waiting, unconfirmed or failed."}
        </p>
      )}
    </>
  );
}

function count(mails: number): string {
  return mails === 1 ? "1 mail" : `${mails} mails`;
}
