import { test, withPictures } from "../../setup/fixtures";
import { everyScreenIsSound } from "../../setup/sound";

// So that every screen is opened with its pictures once: one that is missing or comes from elsewhere fails the test.
test.use(withPictures);
test.describe("in Japanese", () => everyScreenIsSound({ isOther: false }));
