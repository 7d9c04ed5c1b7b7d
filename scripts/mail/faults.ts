/** A record as it is entered at a DNS provider. */
interface DnsRecord {
  type: "MX" | "TXT";
  host: string;
  value: string;
}

export interface MailFault {
  name: string;
  /** What it is about: "MX", "SPF", "DKIM" or "DMARC". */
  part: string;
  /** The host whose record is to be mended. */
  where: string;
  what: string;
  mend: string;
  /** What to enter there, exactly. */
  add: readonly DnsRecord[];
  /** Mails arrive all the same. */
  isAdvice: boolean;
}

/** A fault as a rule finds it. */
export type Found = Omit<MailFault, "part" | "isAdvice" | "add"> & { add?: readonly DnsRecord[]; isAdvice?: true };
