import { brand } from "../brand.ts";
import { legalEntity, type LegalPage } from "../legal.ts";

export const termsOfService: LegalPage = {
  title: "Terms of service",
  updated: "2026-11-20",
  meta: {
    title: "Terms of service for using this website",
    description:
      "The rules for reading this website and using its accounts: what you may copy, what examples mean, availability, liability and the law that applies.",
  },
  intro:
    "These terms cover this website: its public pages and its accounts. They do not cover work that we do for clients, which has a contract of its own. Square brackets mark what its owner has yet to fill in.",
  sections: [
    {
      id: "parties",
      title: "Who we are",
      paragraphs: [
        `The site is run by ${legalEntity.name}, ${legalEntity.address}, ${legalEntity.register}. “We” means that company, which trades as ${brand.name}. “You” means whoever opens a page.`,
        "By using the site you accept these terms. If you do not, please close it; nothing more is needed.",
      ],
    },
    {
      id: "what-the-site-is",
      title: "What the site is for",
      paragraphs: [
        "It tells you what we do and how we work. It is free to read, requires no account, and works without JavaScript. It is written for organisations, not for consumers buying something: nothing can be ordered here, and no page is a binding offer.",
        "A contract for services begins only when both sides have signed one. If it contradicts these pages, the signed contract counts.",
      ],
    },
    {
      id: "examples",
      title: "Examples, figures and placeholders",
      paragraphs: [
        "Figures marked as an example or illustration are made up to show how a result would be measured. They describe no actual client and promise no outcome. Quotations marked as illustrative were written by us. Rows, names and portraits marked as placeholders await facts and state nothing.",
        "Pages about laws and standards give an overview on the day of writing. They are not legal advice, and they do not claim that we or our work hold a certificate.",
        "Names of products and makers belong to their owners. Mentioning one does not mean that its owner endorses us.",
      ],
    },
    {
      id: "your-use",
      title: "What you may do",
      paragraphs: [
        "You may use the site for any lawful purpose that leaves it in working order for others. In particular:",
      ],
      list: [
        "Read, print, save and link to any public page, without asking",
        "Quote passages with the source, and reuse short extracts in your own documents, proposals and teaching",
        "Let search engines and assistants index public pages within the rules of robots.txt",
        "Use assistive technology, translation and reading modes of every kind",
      ],
    },
    {
      id: "not-allowed",
      title: "What you may not do",
      paragraphs: ["Most of this is obvious. It is written down so that we can act when it happens."],
      list: [
        "Try to enter accounts, data or parts of the site that are not meant for you",
        "Send records under false pretences, or so many requests that others are slowed down; the site limits both",
        "Upload or transmit harmful code, or content that breaks the law or another person’s rights",
        "Present our texts or pictures as your own, or republish whole pages for gain",
        "Use our name or logo in a way that suggests a partnership that does not exist",
      ],
    },
    {
      id: "security-reports",
      title: "Reporting a weakness",
      paragraphs: [
        `If you find a security problem, write to ${brand.securityEmail}. Give us reasonable time to repair it, touch no more data than you need to show it, and delete what you saw. Then we will not take legal action against you for the research, and will thank you by name if you like.`,
      ],
    },
    {
      id: "accounts",
      title: "Accounts",
      paragraphs: [
        "Accounts exist for our staff. Anybody can register an address, but registering alone gives access to nothing. Roles are given and withdrawn by administrators, and a withdrawal takes effect at your next request.",
        "Use a password of at least 15 characters that you use nowhere else, and tell nobody. You answer for what is done under your account until you report that somebody else has access. After repeated wrong passwords the sign-in slows down, for at most five minutes between attempts; it never locks you out for good.",
        "A session ends when you sign out, after 8 hours without use, and after 7 days in any case, unless the owner has set other periods. We may disable an account that is misused or no longer needed.",
      ],
    },
    {
      id: "ownership",
      title: "Who owns what",
      paragraphs: [
        "Texts, pictures and the design of this site belong to us or to those who licensed them to us. Typefaces and software libraries keep their own open licences, and nothing here limits those.",
        "What you send us stays yours. You allow us to store it and use it to answer you. Please send nothing confidential before we have agreed on secrecy in writing; an idea that arrives unasked creates no duty for either side.",
      ],
    },
    {
      id: "privacy",
      title: "Privacy",
      paragraphs: [
        "The privacy policy lists every cookie and storage key, what is counted after you accept, and how to have it erased. Your choice in the banner has no influence on what you may read.",
      ],
    },
    {
      id: "links",
      title: "Links to other sites",
      paragraphs: [
        "Some pages link to sites of other companies, such as social networks. We do not control those and do not answer for their content. If a link has gone bad, tell us and we will remove it.",
      ],
    },
    {
      id: "availability",
      title: "Availability and changes",
      paragraphs: [
        "We aim to keep the site up at all hours but promise no figure. We may change, move or withdraw any page without notice. Information may become outdated between reviews; if a decision depends on it, ask us first.",
      ],
    },
    {
      id: "liability",
      title: "Liability",
      paragraphs: [
        "The site is free of charge and comes as it is. Nothing in these terms limits liability where the law forbids a limit, such as for death or injury caused by negligence, for fraud, or for intent and gross negligence.",
        "Beyond that, and as far as the law allows, we are not liable for loss that arises from relying on a page without asking us, from the site being unavailable, or from other sites that it links to. If you are a consumer, your statutory rights remain untouched.",
      ],
    },
    {
      id: "law",
      title: "Law and disputes",
      paragraphs: [
        `The law and courts that apply are: ${legalEntity.law}. Mandatory protection at your place of residence stays in force. Before going to court, please write to ${brand.salesEmail}; we will answer within ten working days and try to settle the matter.`,
        "If one clause turns out to be invalid, the others continue to apply.",
      ],
    },
    {
      id: "changes",
      title: "Changes to these terms",
      paragraphs: [
        "Each version carries its date at the top and applies from that day on. Account holders whom a change affects are told at least 14 days ahead, by e-mail.",
      ],
    },
  ],
};
