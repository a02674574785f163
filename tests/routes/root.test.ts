import { describe, expect, it } from "vitest";
import { loader } from "~/root";
import { signInAction } from "~/routes/account/sign-in/action.server";
import { sandbox } from "../mocks/server";
import { Visitor } from "../setup/visitor";

describe("what every page knows of its visitor", () => {
  it("is nothing for a guest", async () => {
    const { data } = await new Visitor().get(loader, "/");
    expect(data).toMatchObject({ lng: "ja", user: null, flash: [], path: "/" });
  });

  it("is a member's name and e-mail, and nothing that only the server needs", async () => {
    const { email, password } = await (await sandbox()).make({});
    const visitor = new Visitor();
    await visitor.post(signInAction, "/sign-in", { email: email ?? "", password });
    const { data } = await visitor.get(loader, "/");
    expect(Object.keys(data.user).sort()).toEqual(["email", "firstName", "lastName"]);
    expect(data.user.email).toBe(email);
  });
});
