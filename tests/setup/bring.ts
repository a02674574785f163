/** Installs Chromium, Caddy and Varnish for the second half of `npm test` while the first half runs. */
import { bringCaddy, bringChromium, bringVarnish } from "./tools";

bringChromium();
bringCaddy();
bringVarnish();
