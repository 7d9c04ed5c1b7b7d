/** What a reader keeps about a list: saved views, and how close its rows stand. */
import { expect, test } from "vitest";
import { makeReader, openEnquiries, postToEnquiries } from "../enquiries/enquiries-staff-make.ts";

test("views are saved, changed and deleted, for their owner alone", async () => {
  const { visit } = await makeReader();
  const { visit: other } = await makeReader();
  const query = "?sort=from&status=open&nonsense=1&after=x";
  const saved = await postToEnquiries(
    [
      ["do", "view-save"],
      ["name", " My  open "],
      ["query", query],
    ],
    visit,
  );
  expect(saved.status).toBe(303);
  const to = new URL(saved.to ?? "", "http://localhost");
  const view = to.searchParams.get("view") ?? "";
  expect(`${to.pathname}${to.search}`).toBe(`/marketing-admin/inbox?status=open&sort=from&view=${view}`);
  expect((await openEnquiries("", visit)).settings.views).toEqual([
    { id: view, name: "My open", query: "?status=open&sort=from" },
  ]);
  expect((await openEnquiries("", other)).settings.views).toEqual([]);

  const again = await postToEnquiries(
    [
      ["do", "view-save"],
      ["name", "my OPEN"],
      ["query", ""],
    ],
    visit,
  );
  expect([again.status, again.refusedView]).toEqual([409, "You have a view of this name already. Choose another."]);
  expect(
    (
      await postToEnquiries(
        [
          ["do", "view-rename"],
          ["view", view],
          ["name", "Mine"],
        ],
        other,
      )
    ).status,
  ).toBe(404);
  await postToEnquiries(
    [
      ["do", "view-delete"],
      ["view", view],
    ],
    other,
  );
  await postToEnquiries(
    [
      ["do", "view-rename"],
      ["view", view],
      ["name", "Mine"],
    ],
    visit,
  );
  await postToEnquiries(
    [
      ["do", "view-update"],
      ["view", view],
      ["query", "?folder=spam"],
    ],
    visit,
  );
  expect((await openEnquiries("", visit)).settings.views).toEqual([{ id: view, name: "Mine", query: "?folder=spam" }]);
  const gone = await postToEnquiries(
    [
      ["do", "view-delete"],
      ["view", view],
    ],
    visit,
    `?folder=spam&view=${view}`,
  );
  expect(gone.to).toBe("/marketing-admin/inbox?folder=spam");
  expect((await openEnquiries("", visit)).settings.views).toEqual([]);
});

test("there is room for twelve views, also for those who save at once", async () => {
  const { visit } = await makeReader();
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      postToEnquiries(
        [
          ["do", "view-save"],
          ["name", `View ${index}`],
          ["query", ""],
        ],
        visit,
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(12);
  expect(answers.find(({ status }) => status === 409)?.refusedView).toContain("room for 12 views");
});

test("how close the rows stand is remembered", async () => {
  const { visit } = await makeReader();
  expect((await openEnquiries("", visit)).settings.density).toBe("comfortable");
  for (const density of ["compact", "comfortable", "compact"]) {
    const answer = await postToEnquiries(
      [
        ["do", "density"],
        ["density", density],
      ],
      visit,
      "?status=open",
    );
    expect(answer).toMatchObject({ status: 303, to: "/marketing-admin/inbox?status=open" });
    expect((await openEnquiries("", visit)).settings.density).toBe(density);
  }
  await expect(
    postToEnquiries(
      [
        ["do", "density"],
        ["density", "none"],
      ],
      visit,
    ),
  ).rejects.toMatchObject({
    init: { status: 400 },
  });
});
