/** What Cloudflare's Email Service charges, in US dollars without tax, as its page said on `readOn`. */
export const emailPrices = { includedAMonth: 3000, perThousand: 0.35, readOn: "2026-11-23" };
