import { expect, test } from "vitest";
import { networkKey, visitorKey } from "#server/runtime/client-address";

test.each([
  ["192.0.2.1", "192.0.2.1", undefined],
  ["2001:db8:1:2ff:3:4:5:6", "2001:db8:1:200::/56", "2001:db8:1::/48"],
  ["2001:DB8:0001::", "2001:db8:1:0::/56", "2001:db8:1::/48"],
  ["::1", "0:0:0:0::/56", "0:0:0::/48"],
  ["fe80::1:2:3:4", "fe80:0:0:0::/56", "fe80:0:0::/48"],
])("the household and the network of %s", (address, household, network) => {
  expect([visitorKey(address), networkKey(address)]).toEqual([household, network]);
});
