/** What a member's sessions hear of a sign-in on another device. */
import { expect, it, vi } from "vitest";
import { ownerOf } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { type Browser, signedIn, withFakeRefresh } from "./support";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
const LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36";
const OTHER = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";

const told = async (device: Browser) => (await device.visit()).data.flash ?? [];

withFakeRefresh();

it("tells the other devices once, with the device, the time and the way to end it, and not the new one", async () => {
  const laptop = await signedIn({ id: "new one" }, LAPTOP);
  const before = Date.now();
  const phone = await signedIn({ id: "new one" }, PHONE);
  const [message, ...more] = await told(laptop);
  expect(more).toEqual([]);
  expect(message).toMatchObject({
    kind: "alert",
    key: "my-page:devices.newOne",
    params: { device: "Safari, iPhone" },
    link: { to: "/my-page/profile#devices", key: "my-page:devices.notMine" },
  });
  expect(message?.params?.["at"]).toBeGreaterThanOrEqual(before);
  expect(await told(phone)).toEqual([]);
  // The same device again, after it has signed out.
  const session = await phone.visit();
  await session.signOut();
  await signedIn({ id: "new one" }, PHONE);
  expect(await told(laptop)).toHaveLength(1);
  await signedIn({ id: "new one" }, OTHER);
  expect(await told(laptop)).toHaveLength(2);
});

it("tells nobody of a device that one of the sessions is already, or of another member's", async () => {
  const laptop = await signedIn({ id: "known" }, LAPTOP);
  await signedIn({ id: "known" }, LAPTOP);
  await signedIn({ id: "somebody else" }, PHONE);
  expect(await told(laptop)).toEqual([]);
});

it("tells of a device that names nothing", async () => {
  const laptop = await signedIn({ id: "nameless" }, LAPTOP);
  await signedIn({ id: "nameless" }, "");
  expect(await told(laptop)).toMatchObject([{ params: { device: "" } }]);
});

it("signs in while the other sessions cannot be read", async () => {
  await signedIn({ id: "outage" }, LAPTOP);
  const list = vi.spyOn(sessionStore(), "listOf").mockRejectedValue(new StoreUnavailable("down"));
  const phone = await signedIn({ id: "outage" }, PHONE);
  list.mockRestore();
  expect((await phone.visit()).isSignedIn).toBe(true);
  expect(await sessionStore().listOf(ownerOf("outage"))).toHaveLength(2);
});
