import type { APIRequestContext } from "playwright/test";
import type { AskedApplications } from "../../../scripts/lib/store-applications.ts";
import { askBeside, signIn } from "../fixtures.ts";

/** Stores applications under a word that no other has, and signs HR in. Returns the word; names begin with it. */
export async function storeApplications(
  request: APIRequestContext,
  { people, ...rest }: Omit<AskedApplications, "mark">,
): Promise<string> {
  const mark = `M${crypto.randomUUID().slice(0, 8)}`;
  const named = people.map((each) => ({ ...each, name: `${mark} ${each.name}` }));
  await askBeside(request, "/applications", { mark, people: named, ...rest });
  await signIn(request, "hr");
  return mark;
}
