import { tryMutations } from "../mutations";
import type { Run, Step } from "../run";
import { requestRules } from "./guest";
import { debatePlace } from "./member";

/** Skips what a step has not tried yet, because its first call failed. */
const skipOthers = (run: Run, step: Step, id: string) =>
  step
    .rules(run.contract)
    .filter((rule) => !run.findings.tried.has(rule))
    .forEach((rule) => run.findings.skip(rule, `${id} failed`));

/** Changes the member's name and restores it. */
export const names: Step = {
  id: "names",
  needs: ["member", "destructive"],
  rules: (contract) => ["users.updateMe kept", ...requestRules("users.updateMe")(contract)],
  async run(run) {
    const me = await run.ok<{ firstName: string; lastName: string }>("users.me");
    if (!me) return;
    const { firstName, lastName } = me;
    const put = (body: object) => run.ok<{ firstName: string }>("users.updateMe", { body });
    if (!(await put({ firstName: "Conform", lastName })) && run.isAbsent("users.updateMe"))
      return run.findings.skip("users.updateMe kept", "there is no users.updateMe");
    const after = await run.ok<{ firstName: string }>("users.me");
    run.check("users.updateMe kept", "users.updateMe", after?.firstName === "Conform", {
      path: "data.firstName",
      found: after?.firstName ?? "nothing",
      wanted: "the name that was sent",
    });
    await put({ firstName, lastName });
    await tryMutations(
      run,
      "users.updateMe",
      () => ({ body: { firstName, lastName } }),
      () => put({ firstName, lastName }).then(() => undefined),
    );
  },
};

const inquiry = (run: Run) => ({
  typeCode: "ETC",
  language: "EN",
  name: "Conform Kit",
  email: run.address(),
  subject: "conform: please ignore",
  message: "Made by npm run conform. Please ignore, and close.",
});

/** A PNG of 1 × 1 pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);
const picture = () => new File([PNG], "conform.png", { type: "image/png" });
const tooLarge = () => new File([PNG, Buffer.alloc(5 * 1024 * 1024)], "conform.png", { type: "image/png" });
const noPicture = () => new File(["no picture"], "conform.txt", { type: "text/plain" });

/** Checks inquiries of a member and a guest: kinds, a picture, and a reply. */
export const inquiries: Step = {
  id: "inquiries",
  needs: ["member", "destructive"],
  rules: (contract) => [
    "support.createInquiry kinds",
    "support.createInquiry body.file",
    "support.reply body.file",
    "support.inquiry foreign",
    ...requestRules("support.createInquiry", "support.reply")(contract),
  ],
  async run(run) {
    const id = "support.createInquiry";
    const { accessToken } = await run.member();
    const noted = (data: unknown) => {
      if (data === undefined) return;
      run.findings.made.push(`inquiry ${(data as { publicId?: string } | null)?.publicId ?? ""}`);
    };
    const mine = await run.ok<{ publicId: string }>(id, { form: inquiry(run), token: accessToken });
    if (!mine) return skipOthers(run, inquiries, id);
    noted(mine);
    const guest = { ...inquiry(run), typeCode: "NON_MEMBER" };
    noted(await run.ok(id, { form: guest, token: undefined }));
    const wrongKinds: [string, string, string | undefined][] = [
      ["a member's NON_MEMBER", "NON_MEMBER", accessToken],
      ["a member's LOGIN_FAIL", "LOGIN_FAIL", accessToken],
      ["a guest's ETC", "ETC", undefined],
    ];
    for (const [what, typeCode, token] of wrongKinds) {
      const outcome = await run.call(id, { form: { ...inquiry(run), typeCode }, token });
      run.refused("support.createInquiry kinds", id, outcome, { what, path: "body.typeCode" });
      if (outcome.kind === "success") noted(outcome.data);
    }
    await tryMutations(run, id, () => ({ form: inquiry(run), token: accessToken }), noted);
    noted(
      await run.ok(id, { form: { ...inquiry(run), file: picture() }, token: accessToken }, `${id} body.file`),
    );
    await tryFiles(run, id, (file) => ({ form: { ...inquiry(run), file }, token: accessToken }));

    const params = { id: mine.publicId };
    await run.ok("support.reply", { params, form: { content: "A reply of npm run conform." } });
    await tryMutations(run, "support.reply", () => ({ params, form: { content: "A reply." } }));
    await run.ok(
      "support.reply",
      { params, form: { content: "With a picture.", file: picture() } },
      "support.reply body.file",
    );
    await tryFiles(run, "support.reply", (file) => ({ params, form: { content: "A file.", file } }));
    await run.ok("support.inquiry", { params });
    const foreign = run.options.second
      ? await run.call("support.inquiry", { params, token: (await run.second()).accessToken })
      : undefined;
    if (foreign)
      run.refused("support.inquiry foreign", "support.inquiry", foreign, {
        what: "another member's inquiry",
      });
    else run.findings.skip("support.inquiry foreign", "needs a second account in --config");
  },
};

async function tryFiles(
  run: Run,
  id: string,
  parts: (file: File) => { form: Record<string, string | File> },
): Promise<void> {
  for (const [what, file] of [
    ["no picture", noPicture()],
    ["over 5 MiB", tooLarge()],
  ] as const) {
    const outcome = await run.call(id, parts(file));
    run.refused(`${id} body.file`, id, outcome, { what, path: "body.file" });
  }
}

/** Sends a like and a report. */
export const likes: Step = {
  id: "like and report",
  needs: ["member", "destructive"],
  rules: requestRules("dao.report"),
  async run(run) {
    const place = await debatePlace(run);
    if (place?.dId === undefined) {
      for (const id of ["dao.like answer", "dao.report answer"]) run.findings.skip(id, "there is no debate");
      return;
    }
    const { sId, dId } = place;
    await run.ok("dao.like", { params: { sId, dId } });
    await run.ok("dao.like", { params: { sId, dId }, body: {} });
    const report = { targetType: "DEBATE", targetId: dId, reason: "ETC", detail: "conform: please ignore" };
    await run.ok("dao.report", { body: report });
    await tryMutations(run, "dao.report", () => ({ body: report }));
    run.findings.made.push(`a like and a report of debate ${dId}`);
  },
};

/** Requests codes for random addresses. */
export const codes: Step = {
  id: "codes",
  needs: ["destructive"],
  rules: (contract) => ["auth.requestCode cooldown", ...requestRules("auth.requestCode")(contract)],
  async run(run) {
    const body = { email: run.address(), language: "EN" };
    await run.ok("auth.requestCode", { body });
    if (run.findings.has("fail", "auth.requestCode answer"))
      return skipOthers(run, codes, "auth.requestCode");
    const again = await run.call("auth.requestCode", { body });
    run.refused("auth.requestCode cooldown", "auth.requestCode", again, {
      what: "a second code at once",
      codes: [1001],
    });
    // Use a new address each time: the cooldown would refuse a second code to the same address.
    await tryMutations(run, "auth.requestCode", () => ({ body: { email: run.address(), language: "EN" } }));
  },
};
