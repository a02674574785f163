import "i18next";
import type account from "./locales/ja/account.json";
import type common from "./locales/ja/common.json";
import type errors from "./locales/ja/errors.json";
import type news from "./locales/ja/news.json";
import type store from "./locales/ja/store.json";

/** Every namespace, so that the compiler knows each key. Japanese is the default language, so it is the type. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    returnNull: false;
    resources: {
      account: typeof account;
      common: typeof common;
      errors: typeof errors;
      news: typeof news;
      store: typeof store;
    };
  }
}
