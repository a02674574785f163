import { describe, expect, it } from "vitest";
import { loader } from "~/root";
import { action } from "~/routes/resources/theme";
import { Visitor } from "../kit/visitors/visitor";

describe("the theme of the paper pages", () => {
  it("is the device's until it is chosen, stays with the visitor, and is given back to the device", async () => {
    const visitor = new Visitor();
    const theme = async () => (await visitor.get(loader, "/news")).data.theme as unknown;
    expect(await theme()).toBeNull();
    const response = await visitor.post(action, "/theme", { theme: "night", redirectTo: "/news?page=2" });
    expect(response).toMatchObject({ status: 303, location: "/news?page=2" });
    expect(response.headers.get("Set-Cookie")).toMatch(/Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await theme()).toBe("night");
    await visitor.post(action, "/theme", { theme: "paper" });
    expect(await theme()).toBe("paper");
    await visitor.post(action, "/theme", { theme: "system" });
    expect(await theme()).toBeNull();
  });

  it("keeps nothing that is no theme, and leads nowhere else", async () => {
    const visitor = new Visitor();
    const response = await visitor.post(action, "/theme", { theme: "neon", redirectTo: "//evil.example" });
    expect(response).toMatchObject({ status: 303, location: "/" });
    expect(response.headers.get("Set-Cookie")).toBeNull();
  });
});
