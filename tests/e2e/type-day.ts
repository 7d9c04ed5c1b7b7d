import type { Locator } from "playwright/test";

/** Writes a day such as "2026-11-22" into the field of that label: with script in parts, as readers of English write it. */
export async function typeDay(
  form: Locator,
  label: string,
  day: string,
  hasScript: boolean | undefined,
): Promise<void> {
  if (!hasScript) return form.getByLabel(label).fill(day);
  const [year = "", month = "", date = ""] = day.split("-");
  await form.getByRole("group", { name: label, exact: true }).getByRole("spinbutton").first().focus();
  await form.page().keyboard.type(month + date + year);
}
