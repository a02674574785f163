import "i18next";
import type account from "./locales/ja/account.json";
import type common from "./locales/ja/common.json";
import type errors from "./locales/ja/errors.json";
import type download from "./locales/ja/download.json";
import type introduction from "./locales/ja/introduction.json";
import type legal from "./locales/ja/legal.json";
import type dao from "./locales/ja/dao.json";
import type home from "./locales/ja/home.json";
import type myPage from "./locales/ja/my-page.json";
import type news from "./locales/ja/news.json";
import type store from "./locales/ja/store.json";
import type support from "./locales/ja/support.json";

/** All namespaces, so that the compiler checks each key. The types come from Japanese, the default language. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    returnNull: false;
    resources: {
      account: typeof account;
      common: typeof common;
      errors: typeof errors;
      download: typeof download;
      introduction: typeof introduction;
      legal: typeof legal;
      dao: typeof dao;
      home: typeof home;
      "my-page": typeof myPage;
      news: typeof news;
      store: typeof store;
      support: typeof support;
    };
  }
}
