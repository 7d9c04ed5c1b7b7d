import { brand } from "../brand.ts";
import { legalEntity, type LegalPage } from "../legal.ts";

export const privacyPolicy: LegalPage = {
  title: "Privacy policy",
  updated: "2026-11-23",
  meta: {
    title: "Privacy policy: what this site stores and why",
    description:
      "The cookies, browser storage and records of this website, by name, purpose and lifetime, with your rights and how to have your data erased.",
  },
  intro: `This page describes what the software of this website stores and does, by name where names help. It covers the public pages of ${brand.name} and the staff area behind the sign-in. Text in square brackets still has to be completed by the owner of the site.`,
  sections: [
    {
      id: "who-is-responsible",
      title: "Who is responsible",
      paragraphs: [
        `The controller is ${legalEntity.name}, ${legalEntity.address}, ${legalEntity.register}. ${legalEntity.representative ?? ""}`,
        `Write to ${brand.privacyEmail}. That reaches a person who can act.`,
      ],
    },
    {
      id: "in-short",
      title: "In short",
      paragraphs: ["If you read only one section, read this one."],
      list: [
        "Before you choose in the banner, the site stores no analytics data about you.",
        "If you accept, we count your visits under a random number.",
        "If you reject, we keep a coarse record of that choice without any visitor number, and count no views.",
        "Rejecting later erases the visitor data stored on your device and on our server.",
        "There are no advertisements, no social media plug-ins, and no scripts or fonts from other companies, apart from Cloudflare’s challenge on the contact form where the owner switches it on, and the player of a video once you play it. We do not sell data or share it for advertising.",
      ],
    },
    {
      id: "before-you-choose",
      title: "Before you choose",
      paragraphs: [
        "To deliver a page, our hosting company Cloudflare necessarily processes your IP address and the details that every browser sends. Our own database stores neither at this point. What the server logs contain is described under “Logs and limits”.",
        "Two seconds after the first page has loaded, a banner asks for your choice. The code that counts views is not downloaded until you accept. Without JavaScript the banner does not appear and no view is counted. That a file was downloaded is counted for everybody, to a quarter of an hour and without a person.",
      ],
    },
    {
      id: "if-you-accept",
      title: "If you accept",
      paragraphs: [
        "Your browser creates a random visitor number, tells our own server what you do on public pages, and keeps a copy of part of it on your device. The server keeps what is listed here, under a one-way hash of the number. Nothing is counted in the staff area.",
      ],
      list: [
        "The time of your first visit, and when each visit began",
        "Your browser’s identification text (user agent), language setting and time zone",
        "The address that referred you, without its query, or “direct”, and campaign words (utm) in the address you opened",
        "Your country, as Cloudflare derives it from your IP address; the IP address itself is not stored in our database (see “Logs and limits”)",
        "Kinds of device, screen, browser and operating system",
        "For each view: path, title and time, the page before, how long you were active, how far you scrolled and how fast the page was. Queries and fragments of addresses are left out, because they may hold what somebody typed",
        "The events listed under user-events below",
        "That you sent an enquiry or application or downloaded a file in this visit, to a quarter of an hour. The time may tell which form it was",
        "One consent record for your choice, described below",
      ],
    },
    {
      id: "if-you-reject",
      title: "If you reject, or close the banner",
      paragraphs: [
        "Closing the banner counts as rejecting. Your browser sends one message so that we can show that you were asked. To send it, the browser makes up a number for this message alone, and forgets it once our server has confirmed the message, or after a week. The message also holds your user agent, language, time zone and referring address; the server reduces these to the coarse fields below before anything is stored or queued, and discards the rest. No page views are sent.",
      ],
      list: [
        "Country, device class (desktop, tablet, mobile or other) and browser family",
        "Base language, such as “de” for Swiss German, and the host name of the referring page",
        "Whether your browser sent Global Privacy Control",
        "The choice, its time, the time it reached us, and the version of the banner",
      ],
    },
    {
      id: "proof-of-choice",
      title: "The consent record",
      paragraphs: [
        "For each choice, accepted or rejected, we keep one record as proof that we asked and of what you answered. It has the coarse fields listed above, a fingerprint of the banner’s wording, and an identifier of the choice. It contains no visitor number and no page views.",
        `The database refuses to change such records, and to delete them before their term, so they also outlast an erasure. While you accept, your visitor data refers to the record’s identifier; once that data is erased, no stored reference leads from the record back to you. The database lets go of them only when their term ends.`,
        "A choice holds for 182 days. After that, or when the wording of the banner changes, we ask again and count no views until you answer. If you accept again, the visitor number that is still on your device is used again.",
      ],
    },
    {
      id: "changing-your-mind",
      title: "Changing your mind, and erasure",
      paragraphs: [
        "“Cookie settings” at the foot of every public page opens the banner again at any time. If you had accepted and now reject, your device deletes the visit, page views, session data and events at once, and the visitor number once our server has confirmed that it erases all that is stored under it, usually within seconds. Until then the request is kept (see withdrawal below) and repeated. The page /your-data shows what is stored, hands it out as a file, and erases it too. A rejection is then recorded under no number, so the two cannot be joined.",
        "Two limits. First, for 31 days the server keeps a keyed one-way hash of the erased number, and the time, and refuses whatever still arrives under that number. That is longer than any message can be on its way; then the hash is deleted too. Second, our encrypted backups hold it for up to 94 days, and Cloudflare’s history for 30; if we restore one, it is erased again.",
      ],
    },
    {
      id: "global-privacy-control",
      title: "Global Privacy Control",
      paragraphs: [
        "If your browser sends this signal, we take it as a refusal. The banner stays away, no choice is stored, and no record is sent. You may still choose under “Cookie settings”, and a choice made there takes precedence over the signal. The same holds for an acceptance given before the signal was switched on: reject there to end it.",
      ],
    },
    {
      id: "cookies",
      title: "Cookies",
      paragraphs: [
        "Visitors who never use the sign-in forms receive no cookie from the software of this site. Those forms and the staff area need the cookies below. All are first-party, sent only over encrypted connections, and limited by SameSite=Lax.",
      ],
      table: "cookies",
    },
    {
      id: "browser-storage",
      title: "Browser storage",
      paragraphs: [
        "These entries lie on your device. Entries in local storage have no expiry of their own: they stay until the site replaces or deletes them, or until you clear the site’s data in your browser.",
      ],
      table: "storage",
    },
    {
      id: "staff-accounts",
      title: "Accounts and the staff area",
      paragraphs: [
        "An account holds an e-mail address, a name if the operator has given one, a status, roles with who granted them and when, and a scrypt hash of the password. A new account has no role and opens no staff page. For each session we store when it began, was renewed and ended, and why; neither IP address nor device.",
        "Failed sign-in attempts and requests for a link by mail are counted under keyed hashes of the address and, for links, of the network, whether or not the address is registered. Links are stored as fingerprints. An audit log notes sign-ups, sessions, new passwords, invitations and changes of an address by account number, never by address.",
        "If the owner switches on the check against known data breaches, five of the forty digits of a new password’s SHA-1 hash go to Have I Been Pwned. The answer cannot reveal the password. The check is off by default.",
      ],
    },
    {
      id: "logs-and-limits",
      title: "Logs and limits",
      paragraphs: [
        "Our software writes one line for each request it answers: time, a random request number, method, path, status and duration. Errors add technical detail, and entries about accounts or sessions may hold their internal numbers. Our code removes secrets and anything that looks like an e-mail address. Pages answered from Cloudflare’s cache may produce no line.",
        "Cloudflare adds its own record of the same request. That may include the full address, request headers and your IP address. These logs serve operation and security and expire after at most seven days.",
        "To slow down abuse, requests that send records, sign-in data or the contact form are counted per IP address, or per network prefix for IPv6, over 60 seconds. These counters are not part of our database. What the contact form stores of a network is described under “The contact form”.",
        "If you accepted, your views also count towards a limit for one network and day. For that, a visit is stored with a hash of your IP address, made with a random key of the day that is deleted soon after midnight UTC: nobody can find the address afterwards. Visitor records from crawlers, with a wrong clock, in an unreadable form or past that limit are dropped; we store only the day, the reason and a fingerprint that keeps one record from counting twice.",
      ],
    },
    {
      id: "contact-form",
      title: "The contact form",
      paragraphs: [
        "The contact form stores what is listed here in our database, and sets no cookie. Nothing you type is sent or stored before you press Send. A form with mistakes comes back to you and is not stored.",
      ],
      list: [
        "Your name, e-mail address, company, topic, subject and message, as you typed them, and the opening you came from, if any",
        "When it arrived, that you ticked the box, and the random number of the request in our logs",
        "The random number of the form, which is good for one message, and two fingerprints (SHA-256): of the whole form, so that sending it twice stores it once, and of your address and message, to notice repetition",
        "Your address once more without dots and tags, and a keyed hash of the network you wrote from (an IPv4 /24 or an IPv6 /48), so that nobody floods a mailbox. The hash is not stored for what our software takes for spam; it is deleted when our staff mark a message as spam, and otherwise within about an hour after a day; your IP address is not stored",
        "Why it was taken for spam, if it was; its state, who deals with it, and notes of our staff",
      ],
    },
    {
      id: "writing-to-us",
      title: "When you write to us",
      paragraphs: [
        `We use an enquiry to answer you. Staff whose role covers the inbox can read it and write notes on it. It is mailed to the mailbox of the topic you chose, kept with ${legalEntity.mailProvider}. The address you gave receives a confirmation that contains nothing you typed, within limits for an hour: three for an address, ten for a network, a hundred for the site. Past them the page alone confirms. A copy of each mail stays with the enquiry, its text for a short time, then address, subject, time and result alone.`,
        "A message that looks automatic goes to a separate folder, where a person can still read it, and no mail is sent. The signs are: a field that people cannot see was filled in, the form was sent within three seconds or after a day, its ticket is missing, there are links in a name, company or subject, there are more than three in the message, a challenge was failed, or the same words came before within a day. The ticket is a random number and a time, signed by us, and says nothing about you.",
        "If the owner switches on Turnstile, Cloudflare’s challenge against automatic forms, the contact page loads a script from challenges.cloudflare.com, which looks at your browser; its answer and your IP address go to Cloudflare for checking. It is off by default.",
        "When an enquiry is erased, its notes and copies of its mails go with it; what was mailed is erased from the mailbox by hand.",
        `Messages to our addresses, such as ${brand.salesEmail}, are kept in those mailboxes for the same term. At the date above the site stores no newsletter subscriptions. Before that changes, this policy will.`,
        "Links to social networks are plain links. Those companies learn of your visit only if you follow one.",
      ],
    },
    {
      id: "applications",
      title: "Job applications",
      paragraphs: [
        "We store what is listed here. A file is sent when you choose it, and deleted after two days without an application. Only human resources and super admins read applications. No software ranks or rejects anybody. The private link in our mail lets you download the application, or withdraw, which erases it unless a law forbids that. A keyed hash of your address proves an erasure for three years.",
      ],
      list: [
        "What you typed and answered, your files, and fingerprints (SHA-256) of both",
        "When it arrived, your language and time zone, how it stands, notes of our staff, and for a day a keyed hash of your network",
        "Interviews with their times and colleagues, what those score, and mails between us",
        "A tag in the address and, if you accepted to be counted, the site you came from",
      ],
    },
    {
      id: "who-else",
      title: "Who else handles the data",
      paragraphs: [
        "Cloudflare hosts the site: it delivers the pages and runs the software, message queue and database. It acts as our processor under a data processing agreement. Visitor records pass through its queue, normally for a second or two. A message that cannot be stored after several tries is set aside in our database, where staff can send it again or delete it. Our mails leave through Cloudflare’s mail service; its queue holds only a mail’s internal number.",
        `The database is kept in: ${legalEntity.dataRegion}. Cloudflare answers requests from the data centre nearest to you, and may process data outside the EEA and the UK under standard contractual clauses or an adequacy decision. Apart from our e-mail provider, no other company receives visitor data through this site, unless you play a video in an article: its player comes from YouTube or Vimeo, which then receive your IP address and the details that every browser sends. Before that nothing is asked of them.`,
      ],
    },
    {
      id: "grounds-and-terms",
      title: "Legal grounds and how long",
      paragraphs: [
        "Our software deletes what is past its term each hour. Where a term begins anew with each visit or change, the table says so.",
        "We make no automated decisions about visitors and build no advertising profiles. You can use every public page whichever choice you make.",
      ],
      table: "terms",
    },
    {
      id: "your-rights",
      title: "Your rights",
      paragraphs: [
        "Under the GDPR and the UK GDPR you have the rights below. We answer within one month and charge nothing. Data stored under a visitor number you can see, take and erase at /your-data. For an enquiry, the reference on the page that confirmed it helps. Without the number we cannot tell which rows of visitor data are yours, and we will not collect more about you in order to find out.",
      ],
      list: [
        "Ask what we hold, and receive a copy, in a portable form where that applies",
        "Have it corrected or erased, or its use restricted",
        "Object to use that rests on our legitimate interests",
        "Withdraw consent at any time: to counting under “Cookie settings”, for the contact form by writing to us; what was done before stays lawful",
        "Not be treated worse for using any of these rights",
      ],
    },
    {
      id: "complaints",
      title: "How to complain",
      paragraphs: [
        `Please tell us first, at ${brand.privacyEmail}, since we can often put things right within days. You may also go straight to a supervisory authority: in the EU the one where you live, work or think the problem arose; in the UK the Information Commissioner’s Office (ico.org.uk). Ours is ${legalEntity.authority}.`,
      ],
    },
    {
      id: "changes",
      title: "Changes to this page",
      paragraphs: [
        "The date at the top tells when the text last changed. If we want to store something new that needs consent, the banner’s wording changes too, and you are asked again before it happens.",
      ],
    },
  ],
};
