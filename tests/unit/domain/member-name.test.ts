import { describe, expect, it } from "vitest";
import { memberName } from "~/domain/member-name";

describe("a member's name", () => {
  it.each([
    ["灯", "水野", "ja", "水野 灯"],
    ["灯", "水野", "en", "水野 灯"],
    ["灯", "水野", "zh", "水野灯"],
    ["민준", "박", "ko", "박민준"],
    ["민준", "박", "en", "박민준"],
    ["Ottoline", "Brandt", "ja", "Ottoline Brandt"],
    ["Ottoline", "Brandt", "zh", "Ottoline Brandt"],
    ["지우", "Smith", "ko", "Smith 지우"],
    ["灯", "Smith", "zh", "Smith 灯"],
    ["Ada", "", "en", "Ada"],
  ])("of %s and %s in %s is %s", (firstName, lastName, lng, name) => {
    expect(memberName({ firstName, lastName }, lng)).toBe(name);
  });

  it("is undefined where both parts are blank", () => {
    expect(memberName({ firstName: " ", lastName: "" }, "ja")).toBeUndefined();
  });
});
