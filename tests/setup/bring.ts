/** Installs Chromium and Caddy for the second half of `npm test` while the first half runs. */
import { bringCaddy, bringChromium } from "./tools";

bringChromium();
bringCaddy();
