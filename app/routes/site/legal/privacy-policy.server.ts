import brand from "#brand/brand.json";
import { brandTexts } from "~/domain/brand-text";
import type { LegalDocument } from "./legal-document";

/**
 * The privacy policy. The project wrote the text (the specification asks for a static English text with the company's
 * data-protection contact, last updated July 2024). It describes what this site does with cookies, sessions and
 * deletion: a change to those needs a change here.
 */
const text: LegalDocument = {
  title: "Privacy Policy",
  facts: [
    { label: "Last updated", text: "July 2024", dateTime: "2024-07" },
    { label: "Responsible for your data", text: "{{company}}" },
  ],
  sections: [
    {
      id: "introduction",
      title: "Introduction",
      blocks: [
        "{{company}} (“the Company”, “we”, “us”) operates {{brand}}. This policy says which personal data we process when you visit the {{brand}} web site, use the {{brand}} applications, buy in the store, take part in the community or write to us; why we do so; for how long; and what you can ask of us.",
        "It follows the Personal Information Protection Act of the Republic of Korea. If you live in Japan, the European Economic Area, the United Kingdom or another place whose law gives you further rights, those rights apply in addition. Words that are defined in the [Terms of Use](/terms-of-use) mean the same here.",
      ],
    },
    {
      id: "data-we-collect",
      title: "Data We Collect",
      blocks: [
        "We collect only what a part of the Service needs in order to work.",
        {
          caption: "Which data we collect, and when",
          table: {
            head: ["When you", "we collect"],
            rows: [
              [
                "sign up by e-mail",
                "your e-mail address, your password (kept only as a hash that cannot be turned back), your first and last name, your language, and the time at which you agreed to the Terms",
              ],
              [
                "sign in with a wallet",
                "your wallet address, the signed sign-in message, and the pass tokens that the address holds; we never see your keys",
              ],
              [
                "buy something",
                "what you bought, the amount, the currency, the time and the state of the payment; your card details go to the payment provider and never reach us",
              ],
              ["use the Currencies", "your balances and each change of them, with its time and reason"],
              [
                "write to support",
                "your name, e-mail address, the kind of inquiry, its text, the pictures that you attach, and our answers",
              ],
              [
                "take part in governance",
                "your suggestions, comments, likes, reports, votes and the weight of your votes",
              ],
              [
                "use the applications",
                "the kind of device, its operating system, the version of the application, and reports of faults",
              ],
              [
                "visit the web site",
                "your network address, the browser’s name and version, the pages asked for and their times, kept in the server’s logs",
              ],
            ],
          },
        },
        "You may refuse to give us this data. Without the data that the sign-up form marks as required, however, we cannot open an Account. We do not ask for sensitive data, such as data about health, beliefs or origin; please do not send it to us.",
      ],
    },
    {
      id: "how-we-use-data",
      title: "How We Use Data",
      blocks: [
        {
          list: [
            "To provide the Service: to open and keep Accounts, to sign you in, to show your balances, to process orders and to deliver what you bought (performance of the agreement with you).",
            "To answer you: inquiries, objections and requests concerning your data (performance of the agreement; our legitimate interest in good support).",
            "To keep the Service safe: to lock an Account after repeated wrong passwords, to limit the number of requests, to find fraud, theft of Accounts and abuse (our legitimate interest and yours in a safe Service).",
            "To tell you about the Service: security, changes, purchases and the Terms (performance of the agreement).",
            "To improve the Service: statistics that do not identify anybody, and reports of faults (our legitimate interest in a Service that works).",
            "To fulfil duties under the law, such as those of tax law and of electronic commerce (legal obligation).",
            "To send you advertising, only if you have agreed to it (consent, which you may withdraw at any time).",
          ],
        },
        "We do not sell personal data. We make no decisions with legal or similar effects that rest on automatic processing alone; a person looks at every objection to a suspension.",
      ],
    },
    {
      id: "cookies",
      title: "Cookies",
      blocks: [
        "The web site sets only cookies that it needs. It has no advertising cookies and no cookies of analytics providers, so there is nothing to consent to.",
        {
          caption: "The cookies of the web site",
          table: {
            head: ["Purpose", "What it holds", "How long"],
            rows: [
              [
                "Session",
                "a random number, signed, by which our server finds your sign-in; out of reach of scripts",
                "until you sign out, or the session expires",
              ],
              [
                "Guest",
                "encrypted: a message for your next page, and the step of a form that you have begun without signing in; out of reach of scripts",
                "until the message is shown or the form is sent, or it expires",
              ],
              ["Language", "the language that you chose", "one year"],
              ["Display", "whether you chose the look by day or by night", "one year"],
              [
                "Cookies",
                "nothing; by it we see that your browser keeps cookies at all, so that a form can say so when it keeps none",
                "until you close the browser",
              ],
              [
                "Scripts",
                "that scripts run in your browser, so that we can send you lighter pages",
                "30 days",
              ],
              [
                "Start screen",
                "that your visit has begun, so that it shows once",
                "until you close the browser",
              ],
            ],
          },
        },
        "While you fill in a form, your browser’s session storage keeps a draft of it for the same tab, without passwords. Its local storage keeps a code that changes when somebody signs in or out, so that your other tabs notice. Neither leaves your browser. When you pay by card, the payment provider’s script is loaded on that page and may set cookies of its own in order to prevent fraud. You can delete or block cookies in your browser; without the session cookie you cannot sign in.",
      ],
    },
    {
      id: "sharing",
      title: "Whom We Share Data With",
      blocks: [
        "We pass personal data on only as far as one of the following cases requires it.",
        {
          caption: "Who receives data",
          table: {
            head: ["Recipient", "For what", "Which data"],
            rows: [
              [
                "Stripe, and PayPal where you choose it",
                "processing of payments and prevention of fraud",
                "amount, currency, an order number, and what you enter in their fields",
              ],
              [
                "Hosting and delivery providers",
                "running our servers and sending our e-mail, on our instructions",
                "all data that is stored or sent, encrypted on the way",
              ],
              [
                "Shipping companies",
                "delivery of goods that you ordered",
                "name, address, telephone number and order number",
              ],
              [
                "Other Users",
                "the community governance area",
                "your account name, and what you publish there, including your votes",
              ],
              [
                "Authorities and courts",
                "fulfilment of a duty under the law, after we have checked the request",
                "what the request lawfully covers",
              ],
            ],
          },
        },
        "Transactions with a wallet are recorded on a public blockchain. What stands there can be seen by everyone, is not under our control, and cannot be deleted by us.",
        "If the Service is transferred to another company, by a merger or otherwise, your data is transferred with it. We announce this beforehand, and you may end your membership instead.",
      ],
    },
    {
      id: "transfers-abroad",
      title: "Transfers Abroad",
      blocks: [
        "Our servers are in the Republic of Korea. Payment providers and delivery networks also process data in other countries, among them Japan, the member states of the European Union and the United States. In such cases we make sure, by an adequacy decision, standard contractual clauses or an equal safeguard, that your data stays protected as this policy describes. You may ask us for a copy of these safeguards. You may refuse a transfer by not using the part of the Service that needs it.",
      ],
    },
    {
      id: "retention",
      title: "How Long We Keep Data",
      blocks: [
        "We delete personal data when it is no longer needed for its purpose. When you end your membership, the deletion is scheduled; during 15 days you can cancel it by signing in, and after that we delete your Account. What the law obliges us to keep is locked away from the rest and used for nothing else:",
        {
          caption: "Periods that the law prescribes",
          table: {
            head: ["Records", "Period", "Law of the Republic of Korea"],
            rows: [
              [
                "Contracts, and their withdrawal",
                "5 years",
                "Act on Consumer Protection in Electronic Commerce",
              ],
              [
                "Payments, and the supply of goods",
                "5 years",
                "Act on Consumer Protection in Electronic Commerce",
              ],
              ["Complaints and disputes", "3 years", "Act on Consumer Protection in Electronic Commerce"],
              ["Advertising and labelling", "6 months", "Act on Consumer Protection in Electronic Commerce"],
              ["Logs of access", "3 months", "Protection of Communications Secrets Act"],
            ],
          },
        },
        "Inquiries of guests are deleted 3 years after they were closed. To prevent a new registration after a permanent suspension, we keep a hash of the e-mail address or of the wallet address for 1 year. Electronic data is deleted in such a way that it cannot be restored; paper is shredded.",
      ],
    },
    {
      id: "your-rights",
      title: "Your Rights",
      blocks: [
        "You may at any time",
        {
          list: [
            "ask whether we process data about you, and receive a copy of it;",
            "have wrong or incomplete data corrected; your name and your password you can change yourself under [My page](/my-page/profile);",
            "have data deleted, or end your membership under [My page](/my-page/terminate);",
            "ask us to restrict or to stop the processing, or object to it where it rests on our legitimate interest;",
            "receive the data that you gave us in a common, machine-readable format; and",
            "withdraw a consent, with effect for the future.",
          ],
        },
        "Write to our data-protection contact below or through [Support](/support/inquiry). We answer within 10 days, or tell you why it takes longer. To protect you, we may ask for a proof that you are the person concerned. Exercising your rights is free of charge, and you may have someone act for you with a written authorisation.",
      ],
    },
    {
      id: "children",
      title: "Children",
      blocks: [
        "{{brand}} is not directed at children under 14, and we do not knowingly collect their data. If you learn that a child has given us personal data without the consent of a parent or guardian, please tell us, and we will delete it.",
      ],
    },
    {
      id: "security",
      title: "How We Protect Data",
      blocks: [
        {
          list: [
            "Connections are encrypted. Passwords are kept as salted hashes.",
            "Your sign-in is kept on our server; your browser holds only a signed number that scripts cannot read.",
            "After five wrong passwords an Account is locked until its owner unlocks it.",
            "Only staff who need personal data for their work have access to it; they are bound to secrecy and trained, and their access is recorded.",
            "Systems are kept up to date, watched and tested; backups are encrypted.",
          ],
        },
        "No system is perfectly safe. If personal data is lost, stolen or disclosed, we tell the persons concerned and the authorities without delay, and within 72 hours where the law requires it.",
      ],
    },
    {
      id: "links",
      title: "Links to Other Sites",
      blocks: [
        "The Service links to sites and embeds videos of others. Their own policies apply there. We embed nothing that loads from other sites before you reach the page on which it is shown.",
      ],
    },
    {
      id: "contact",
      title: "Data-Protection Contact",
      blocks: [
        "{{company}} has a data-protection officer who is responsible for personal data and answers your questions and complaints:",
        {
          caption: "The company’s data-protection contact",
          table: {
            head: ["Contact", "How to reach it"],
            rows: [
              ["Company", "{{company}}, {{companyPlace}}"],
              ["Data-protection officer", "Head of Privacy"],
              ["E-mail", "[{{privacyMail}}](mailto:{{privacyMail}})"],
              ["Form", "[Support](/support/inquiry)"],
            ],
          },
        },
        "You may also turn to an authority. In the Republic of Korea these are the Personal Information Protection Commission, the Personal Information Infringement Report Centre (telephone 118) and the Personal Information Dispute Mediation Committee (telephone 1833-6972). In Japan it is the Personal Information Protection Commission; in the European Economic Area it is the supervisory authority of the place where you live.",
      ],
    },
    {
      id: "changes",
      title: "Changes to This Policy",
      blocks: [
        "When we change this policy, we announce it in the [news](/news) at least 7 days before the change takes effect, and at least 30 days before it when the change is to your disadvantage. The day of the last change stands at the top of this page. This version was last updated in July 2024.",
      ],
    },
  ],
};

export const privacyPolicy = brandTexts(text, "en", brand);
