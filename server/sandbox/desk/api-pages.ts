import { html } from "hono/html";
import type { Faults } from "../switches/faults";
import type { Scenarios } from "../switches/scenarios";
import { type Settings, settingsChange } from "../switches/settings";
import { z } from "zod";
import { button, checkbox, field, filled, panel, postForm, select, tag, type Typed } from "./parts";
import texts from "./texts.json";

export function scenariosPage(scenarios: ReturnType<Scenarios["list"]>, typed: Typed) {
  const t = texts.scenarios;
  const card = (one: (typeof scenarios)[number]) => {
    const { name, title, happens, look, isPlaying, sentences, rulesLeft } = one;
    const settings = Object.entries(one.settings).map(([key, value]) =>
      filled(t.setting, { name: key, value: String(value) }),
    );
    return html`<li id="${name}" class="panel panel--pad scenario">
      <h2>${title} ${isPlaying ? tag(t.playing, "ember") : ""}</h2>
      <p>${happens}</p>
      <p><strong>${t.look}</strong> ${look}</p>
      <details>
        <summary class="link">${texts.pages.rules}</summary>
        <ul class="sentences">
          ${[...sentences, ...settings].map((line) => html`<li>${line}</li>`)}
        </ul>
        ${
          sentences.length > 0
            ? postForm(
                `/desk/scenarios/${name}`,
                html`${field({ name: "member", label: t.member, hint: t.memberHint, type: "number", min: 1, value: typed.member })}
                ${button(isPlaying ? t.again : t.play, { kind: "line", of: title })}`,
              )
            : ""
        }
      </details>
      ${isPlaying && sentences.length > 0 && rulesLeft === 0 ? html`<p class="soft">${t.usedUp}</p>` : ""}
      <div class="form__do">
        ${postForm(
          `/desk/scenarios/${name}${isPlaying ? "/undo" : ""}`,
          button(isPlaying ? t.undo : t.play, { of: title }),
          false,
        )}
      </div>
      <p class="json">${texts.json} <code>POST /__scenarios/${name}</code></p>
    </li>`;
  };
  const undoAll = scenarios.some(({ isPlaying }) => isPlaying)
    ? postForm("/desk/scenarios", button(t.undoAll, { kind: "line" }))
    : html``;
  return [
    undoAll,
    html`<ul class="plain grid">
      ${scenarios.map(card)}
    </ul>`,
  ];
}

export function rulesPage(entries: ReturnType<Faults["entries"]>, paths: string[], typed: Typed) {
  const t = texts.rules;
  const list = html`<ul class="plain rows">
      ${entries.map(
        ({ id, sentence, owner }) =>
          html`<li>
            <div>
              ${sentence}${owner ? html` <span class="soft small">${filled(t.owner, { owner })}</span>` : ""}
            </div>
            ${postForm(`/desk/rules/${id}/remove`, button(t.remove, { kind: "line", of: sentence }), false)}
          </li>`,
      )}
    </ul>
    ${entries.length === 0 ? html`<p>${t.none}</p>` : postForm("/desk/rules/clear", button(t.clear, { kind: "line" }))}`;
  const value = (name: string) => ({ name, value: typed[name] });
  const form = postForm(
    "/desk/rules",
    html`<div class="form__row">
        ${select({ ...value("path"), label: t.path }, [["/", t.everything], ...paths])}
        ${select({ ...value("method"), label: t.method }, [["", t.any], "GET", "POST", "PATCH", "DELETE"])}
        ${select({ ...value("mode"), label: t.mode }, Object.entries(t.modes))}
        ${field({ ...value("status"), label: t.status, type: "number", min: 200, max: 599 })}
        ${field({ ...value("delayMs"), label: t.delayMs, type: "number", min: 0 })}
        ${field({ ...value("times"), label: t.times, type: "number", min: 1, hint: t.timesHint })}
        ${field({ ...value("member"), label: t.member, type: "number", min: 1 })}
      </div>
      ${checkbox("after", t.after, "after" in typed, t.afterHint)} ${button(t.do)}`,
  );
  return [panel(texts.pages.rules, list), panel(t.add, form)];
}

const valueText = (value: Settings[keyof Settings]) =>
  typeof value === "boolean" ? texts.settings[value ? "on" : "off"] : String(value);

export function settingsPage(settings: Settings, defaults: Settings, typed: Typed) {
  const t = texts.settings;
  const shape = settingsChange.shape as Record<keyof Settings, z.ZodOptional<z.ZodDefault<z.ZodTypeAny>>>;
  const hasTyped = Object.keys(typed).length > 0;
  const control = (name: keyof Settings) => {
    const { label, unit, help } = texts.setting[name];
    const now = settings[name];
    const byDefault = filled(t.default, { value: valueText(defaults[name]) });
    const isChanged = now !== defaults[name];
    const hint = [help, [unit, byDefault, isChanged ? t.changed : ""].filter(Boolean).join(", ")].join(" — ");
    const type = shape[name].unwrap().removeDefault();
    if (typeof now === "boolean") return checkbox(name, label, hasTyped ? name in typed : now, hint);
    const spec = { name, label, hint, value: typed[name] ?? now };
    if (type instanceof z.ZodEnum) return select(spec, type.options as string[]);
    return field({ ...spec, type: typeof now === "number" ? "number" : "url", required: true });
  };
  const names = Object.keys(texts.setting) as (keyof Settings)[];
  const groups = Object.entries(texts.groups).map(
    ([group, heading]) =>
      html`<fieldset>
        <legend>${heading}</legend>
        <div class="form__row">
          ${names.filter((name) => texts.setting[name].group === group).map(control)}
        </div>
      </fieldset>`,
  );
  return [
    panel(
      texts.pages.settings,
      html`${postForm(
        "/desk/settings",
        html`<div class="stack">${groups}</div>
          ${button(t.keep)}`,
      )}
      ${postForm("/desk/settings/defaults", button(t.defaults, { kind: "line" }))}`,
    ),
    panel(
      t.keys,
      html`<p>${t.keysHint}</p>
        ${postForm("/desk/settings/keys", button(t.keysDo, { kind: "line" }))}`,
    ),
    panel(
      t.reset,
      html`<p>${t.resetHint}</p>
        <p><a class="btn btn--small btn--line" href="/desk/reset">${t.resetDo}</a></p>`,
    ),
  ];
}

/** Renders a confirmation before an action that cannot be undone. */
export function question(
  ask: { title: string; warning: string; yes: string; no: string },
  action: string,
  back: string,
) {
  return panel(
    ask.title,
    html`<p>${ask.warning}</p>
      <div class="form__do">
        ${postForm(action, button(ask.yes, { kind: "danger" }), false)}
        <a class="btn btn--small btn--line" href="${back}">${ask.no}</a>
      </div>`,
  );
}
