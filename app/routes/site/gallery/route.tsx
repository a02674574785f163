/** Development only (app/routes.ts): every shared component in each of its states on both grounds, with real texts. */
import type { MetaFunction } from "@remix-run/node";
import { PageHead } from "~/components/page/page-head";
import { pageMeta } from "~/components/document/seo";
import { Buttons, Fields, Lists, Messages } from "./parts";

export const handle = { i18n: ["account", "store", "errors"] };

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: "Gallery" });

export default function Gallery() {
  return (
    <>
      <PageHead
        scene="introduction"
        title="Gallery"
        lead="Buttons, fields, messages and lists in each of their states."
      />
      {/* Padding for the heads after the first: PageHead extends under the site header, which is not there. */}
      <div className="bg-ground pt-20">
        <PageHead stand="faq" size="task" title="Head of a task" lead="One line of lead." />
      </div>
      <div className="bg-ground pt-20">
        <PageHead
          stand="dao-suggestions"
          size="article"
          title="Head of an article, whose title is a sentence"
        />
      </div>
      <div className="wrap page-body grid gap-10">
        <Buttons />
        <Messages />
        <Fields ground="paper" />
        <Lists />
      </div>
      <div data-ground="night" className="bg-ink">
        <div className="wrap page-body grid gap-10">
          <Buttons />
          <Messages />
        </div>
      </div>
    </>
  );
}
