import { detectChannel } from "../../worker/analytics/detect-channel.ts";
import { detectDevice, parseReferrerHost } from "../../worker/analytics/detect-client.ts";
import { detectBrowser, detectSystem } from "../../worker/lib/text/detect-browser.ts";

export interface Judged {
  input: string;
  right: string;
  found: string;
  isRight: boolean;
}

const none = { source: "", medium: "", campaign: "" };

/** Each line of `text`: a page before, and the channel that is right, with or without the name of the source. */
export function judgeReferrers(text: string): Judged[] {
  return readCases(text)
    .filter(({ input }) => input === "direct" || /^[a-z-]+:\/\//i.test(input))
    .map(({ input, right }) => {
      const { channel, source } = detectChannel(parseReferrerHost(input) ?? "", none);
      const [wanted = "", ...name] = right.replace(/\(.*/, "").trim().split(" ");
      const named = name.join(" ").toLowerCase();
      return {
        input,
        right,
        found: `${channel} ${source}`,
        isRight: channel === wanted && source.toLowerCase().includes(named),
      };
    });
}

/** Each line of `text`: a user agent, and what is right of it. "not X" is what the answer must not be. */
export function judgeAgents(text: string): Judged[] {
  return readCases(text).map(({ input, right }) => {
    const found = [detectDevice(input), detectBrowser(input), detectSystem(input)];
    const [wanted = "", wrong] = right.split(/\bnot\b/i);
    const isAmong = (words: string) =>
      words
        .split(/,|\/|\bor\b/)
        .map((word) =>
          word
            .replace(/^\s*(?:device|browser|system)\s/i, "")
            .trim()
            .toLowerCase(),
        )
        .some((word) => word !== "" && found.some((each) => each.toLowerCase().includes(word)));
    return { input, right, found: found.join(", "), isRight: isAmong(wanted) && !(wrong && isAmong(wrong)) };
  });
}

function readCases(text: string): { input: string; right: string }[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [input = "", right = ""] = line.split("\t").map((part) => part.trim());
    return input && right ? [{ input, right }] : [];
  });
}
