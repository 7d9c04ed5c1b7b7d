import fc from "fast-check";
import { expect, test } from "vitest";
import { newAccountSchema } from "#shared/accounts/account-schemas.ts";
import { applicationSchema } from "#shared/hiring/application.ts";
import { readAddress } from "#shared/text/email-address.ts";
import { foldDigits } from "#shared/text/fold-digits.ts";
import { enquirySchema } from "#shared/enquiries/enquiry.ts";
import { emailPattern } from "#shared/enquiries/enquiry-fields.ts";
import { splitAddresses } from "#shared/accounts/invite.ts";
import { parseReply } from "#worker/hiring/mails/parse-reply.ts";
import { checkAddress } from "#worker/email/header.ts";
import { foldAddress } from "#worker/lib/text/fold-address.ts";
import { showAddress } from "#worker/lib/text/show-address.ts";
import { countRuns } from "#tests/runs.ts";

const long = "a".repeat(64);
const domainOf = (length: number) => `${"b".repeat(60)}.`.repeat(4).slice(0, length - 4) + ".com";

const taken: [typed: string, stored: string][] = [
  ["o&leary@example.com", "o&leary@example.com"],
  ["o'leary#1@example.com", "o'leary#1@example.com"],
  ["a!b$c%d*e/f=g?h^i`j{k|l}m~n@example.com", "a!b$c%d*e/f=g?h^i`j{k|l}m~n@example.com"],
  ["jo+news@example.com", "jo+news@example.com"],
  ["info@müller.de", "info@xn--mller-kva.de"],
  ["info@MÜLLER.DE", "info@xn--mller-kva.de"],
  ["info@mu\u0308ller.de", "info@xn--mller-kva.de"],
  ["Info@xn--mller-kva.de", "Info@xn--mller-kva.de"],
  ["info@straße.de", "info@xn--strae-oqa.de"],
  ["info@例え.テスト", "info@xn--r8jz45g.xn--zckzah"],
  ["info@почта.рф", "info@xn--80a1acny.xn--p1ai"],
  ["ｊｏ＠ｅｘａｍｐｌｅ．ｃｏｍ", "jo@example.com"],
  ["jo@例え。テスト", "jo@xn--r8jz45g.xn--zckzah"],
  ["  jo@Example.COM \n", "jo@example.com"],
  ["jo@example.com.", "jo@example.com"],
  ["jo@example.com,", "jo@example.com"],
  ["mailto:jo@example.com", "jo@example.com"],
  ["MAILTO:o%27leary@example.com?subject=x", "o'leary@example.com"],
  ["Jo Lind <jo@example.com>", "jo@example.com"],
  ['"Lind, Jo" <jo@example.com>', "jo@example.com"],
  ["<jo@example.com>", "jo@example.com"],
  ["\u200Bjo@example.com\u202C", "jo@example.com"],
  ['"jo"@example.com', "jo@example.com"],
  ["jo@a-b.co.uk", "jo@a-b.co.uk"],
  ["jo@9.example", "jo@9.example"],
  ["-jo-@example.museum", "-jo-@example.museum"],
  [`${long}@example.com`, `${long}@example.com`],
  [`${long}@${domainOf(189)}`, `${long}@${domainOf(189)}`],
];

const refused = [
  "",
  "jo",
  "@example.com",
  "jo@",
  "jo@example",
  "jo@example-.com",
  "jo@-example.com",
  "jo@exam_ple.com",
  "jo@example..com",
  ".jo@example.com",
  "jo.@example.com",
  "j..o@example.com",
  "jo lind@example.com",
  '"jo lind"@example.com',
  "jo@lind@example.com",
  "jörg@example.com",
  "用户@example.com",
  "jo@127.0.0.1",
  "jo@[127.0.0.1]",
  "jo@0x7f.1",
  "jo@example.com:25",
  "jo@example.com/x",
  "jo@example.com#x",
  "jo@exa%6dple.com",
  "jo@example.123",
  "jo@xn--.de",
  `${long}a@example.com`,
  `${long}@${domainOf(190)}`,
  `jo@${"b".repeat(64)}.com`,
  "jo@example.com\r\nBcc: all@example.com",
  "jo\0@example.com",
];

const schemas = [enquirySchema.shape.email, applicationSchema.shape.email, newAccountSchema.shape.email];

test.each(taken)("%s is taken everywhere, as %s", (typed, stored) => {
  const [enquiry, application, account] = schemas.map((schema) => schema.safeParse(typed).data);
  expect([enquiry, application, account]).toEqual([stored, stored, stored.toLowerCase()]);
  expect(checkAddress("To", stored)).toBe(stored);
  // As browsers hold it against what is typed: nothing that is taken is stopped.
  expect(typed).toMatch(new RegExp(`^(?:${emailPattern})$`, "v"));
  expect(readAddress(stored).address).toBe(stored);
  expect(foldAddress(typed.includes("@") ? stored : typed)).toBe(foldAddress(stored));
});

test.each(refused)("%j is taken nowhere, and a sentence says why", (typed) => {
  for (const schema of schemas) {
    const { error } = schema.safeParse(typed);
    expect(error?.issues[0]?.message).toMatch(/^[A-Z].*[.:]?.*$/);
  }
});

test("what stands before the @ in other letters is named, because our mail does not reach it", () => {
  expect(readAddress("jörg@example.com").problem).toContain("before the @");
});

test("an address is shown in the letters of its people", () => {
  expect(showAddress("info@xn--mller-kva.de")).toBe("info@müller.de");
  expect(showAddress("xn--a@example.com")).toBe("xn--a@example.com");
  expect(showAddress("jo@sub.xn--p1ai")).toBe("jo@sub.рф");
});

test("lists of invitations take what mail programs copy, and replies keep apostrophes", () => {
  expect(splitAddresses('"Lind, Jo" <jo@example.com>, Bo <bo@example.com>; li@example.com')).toEqual([
    "jo@example.com",
    "bo@example.com",
    "li@example.com",
  ]);
  // Outlook copies names as they are.
  expect(splitAddresses("Lind, Mara <mara@example.com>; Otto K <otto@example.com>")).toEqual([
    "mara@example.com",
    "otto@example.com",
  ]);
  expect(splitAddresses("li@example.com, Lind, Mara <mara@example.com>")).toEqual([
    "li@example.com",
    "mara@example.com",
  ]);
  expect(splitAddresses("'mara@example.com' <mara@example.com>")).toEqual(["mara@example.com"]);
  expect(splitAddresses("not an address; Mara <mara@example.com>").slice(-1)).toEqual(["mara@example.com"]);
  expect(splitAddresses("nobody; Mara <mara@example.com>")).toContain("nobody");
  expect(parseReply("From: o'leary@example.com\nSubject: Hi\n\nYes.").from).toBe("o'leary@example.com");
  expect(parseReply("From: Jo <info@müller.de>\nSubject: Hi\n\nYes.").from).toBe("info@xn--mller-kva.de");
});

test("whatever is typed, what is stored may stand in a mail, and is read as itself", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.emailAddress(),
        fc.webAuthority().map((host) => `a@${host}`),
      ),
      (typed) => {
        const { address } = readAddress(typed);
        if (address === null) return;
        expect(checkAddress("To", address)).toBe(address);
        expect(readAddress(address).address).toBe(address);
        expect(readAddress(showAddress(address)).address).toBe(address);
      },
    ),
    { numRuns: countRuns(3000) },
  );
});

test("digits of every script are found as 0 to 9", () => {
  for (const zero of ["0", "٠", "۰", "०", "০", "๐", "０", "𞥐", "𝟘"]) {
    const digits = Array.from({ length: 10 }, (_, add) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + add));
    expect(foldDigits(`+${digits.join("")}`)).toBe("+0123456789");
  }
});

test("a telephone number is kept as it was typed, in any script", () => {
  const base = { name: "Jo", email: "jo@example.com", consent: "on" };
  for (const phone of [
    "+49 89 123–456 ext. 7",
    "٠١٠١٢٣٤٥٦٧",
    "०९८७६५४३२१",
    "０３－１２３４－５６７８",
    "доб. 12",
    "call after 6",
    "1-800-FLOWERS",
  ])
    expect(applicationSchema.parse({ ...base, phone }).phone).toBe(phone);
});
