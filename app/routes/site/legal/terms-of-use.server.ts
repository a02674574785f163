import brand from "#brand/brand.json";
import { brandTexts } from "~/domain/brand-text";
import type { LegalDocument } from "./legal-document";

/**
 * The terms of use. The project wrote the text from the specification's summary (public-site-and-community.md section
 * 2, Terms of use). Where the summary leaves a period open ("a set period"), the text says 30 days.
 */
const text: LegalDocument = {
  title: "Terms of Use",
  facts: [
    { label: "Effective", text: "1 July 2024", dateTime: "2024-07-01" },
    { label: "Issued by", text: "{{company}}" },
    { label: "Governing law", text: "Laws of the Republic of Korea" },
  ],
  sections: [
    {
      id: "introduction",
      title: "Introduction",
      blocks: [
        "Welcome to {{brand}}. {{brand}} is a virtual world of floating islands where people meet, make things and decide together how their world grows. It is operated by {{company}} (“the Company”, “we”, “us”).",
        "These Terms of Use (“the Terms”) are an agreement between you and the Company. They apply to the {{brand}} web site, the {{brand}} applications for Windows, iOS and Android, the store, the studios, the community governance area and every other service that we offer under the name {{brand}} (together “the Service”). They take effect on 1 July 2024.",
        "Please read the Terms before you use the Service. By creating an account, by signing in with a wallet, or by using the Service in any other way, you agree to them. If you do not agree, please do not use the Service. How we handle personal data is described in our [Privacy Policy](/privacy-policy), which you should read together with the Terms.",
      ],
    },
    {
      id: "terms-of-use",
      title: "Terms of Use",
      blocks: [
        { heading: "Definitions", id: "definitions" },
        {
          list: [
            "“User” means anyone who uses the Service, whether or not they have an account.",
            "“Member” means a User whose application for membership we have accepted.",
            "“Account” means the record that identifies a Member, opened with an e-mail address and a password or with a wallet that holds a pass token.",
            "“Paid Services” means those parts of the Service that are offered for money or for an in-service currency, among them the items of the store.",
            "“Studios” means the tools with which Members build, publish and offer content of their own.",
            "“Currencies” means {{coin}}, {{coinPlus}} and points: units of account that exist only in the Service.",
            "“User Content” means everything that a User makes, uploads, writes, says or publishes in the Service.",
          ],
        },
        { heading: "Posting and changing the Terms", id: "changes" },
        "The current Terms are always available on this page. We may amend them to the extent that the law allows. We announce an amendment, its reasons and the day on which it takes effect in the news of the Service at least 7 days before that day, and at least 30 days before it when the amendment is to the disadvantage of Users or changes their rights materially. In the latter case we also tell Members by e-mail or by a notice shown when they sign in.",
        "If you do not agree with an amendment, you may object by telling us through [Support](/support/inquiry) or end your membership. If we have announced the amendment together with a statement that silence counts as acceptance, and you do not object within 30 days of the announcement, the amended Terms are deemed accepted. If you object, we cannot apply the amended Terms to you; where it is not reasonable to continue the Service for you under the earlier Terms, either side may end the agreement.",
        { heading: "Other rules", id: "other-rules" },
        "Some parts of the Service have rules of their own, for example the operating method of the community governance area or the conditions of an event. They apply in addition to the Terms. Where they contradict the Terms, the more specific rule applies to the part for which it was made. Matters that neither of them covers are decided by the applicable laws and by general practice.",
      ],
    },
    {
      id: "use-of-service",
      title: "Use of Service",
      blocks: [
        { heading: "Membership", id: "membership" },
        "You can look at the public parts of the Service without an Account. Membership is needed for the Paid Services and the Studios, and for everything that is tied to a person, such as balances, purchases, inquiries and votes.",
        "To become a Member, you apply by giving the information that the sign-up form asks for and by agreeing to the Terms. The Company reviews and accepts each application; the agreement comes into being when we confirm your registration. You must be at least 14 years old. If you are a minor under the law of the place where you live, you need the consent of your parent or guardian, and purchases made without it may be cancelled as that law provides.",
        { heading: "When we suspend or reject an application", id: "rejection" },
        "We may suspend our decision on an application, or reject it, in particular when",
        {
          list: [
            "it was not made in the name, with the e-mail address or with the wallet of the applicant;",
            "it contains false information, or lacks information that we need;",
            "the applicant lost an earlier membership because of a violation of the Terms and we have not agreed to a new one;",
            "it was made by mechanical means, or in order to disturb the Service or to break the law; or",
            "the Service cannot take more Members for the time being for technical or operational reasons.",
          ],
        },
        "If we find such a reason only after an application was accepted, we may end the agreement afterwards.",
        { heading: "Restricting the use of the Service", id: "restriction" },
        "We may restrict the use of the Service for a time, in whole or in part, or end the agreement, in the case of",
        {
          list: [
            "mechanical access, that is, access by programs, scripts, macros or other automatic means;",
            "theft of an Account, or a well-founded suspicion of it;",
            "false information given at registration or afterwards; or",
            "abuse of the Service, of its Currencies or events, or of other Users.",
          ],
        },
        "When we restrict your use, we tell you the reason and the time, by e-mail or when you sign in. You may object through [Support](/support/inquiry); if your objection is justified, we lift the restriction without delay. Where waiting would cause harm to others or to the Service, we may act first and tell you afterwards.",
        { heading: "Your licence", id: "licence" },
        "As long as you keep to the Terms, we grant you a personal, non-exclusive, non-assignable and royalty-free licence to use the Service, its software and its content for your own enjoyment and in the way that the Service provides. The licence ends when your use of the Service ends. All rights that we do not expressly grant stay with the Company and its licensors.",
        { heading: "User Content", id: "user-content" },
        "What you make in the Service is yours. So that we can run the Service, you grant the Company a worldwide, non-exclusive and royalty-free licence to store, reproduce, adapt for technical purposes, display and transmit your User Content within the Service, and to show it when we present the Service. The licence ends when you delete the content or your membership ends, except for copies that others have already acquired in accordance with the rules of the Studios or the store, and for what the law obliges us to keep.",
        { heading: "Currencies and Paid Services", id: "currencies" },
        "The price, the currency and the conditions of a Paid Service are shown before you order. A purchase is concluded when we confirm it. Currencies have no value outside the Service, bear no interest and can be exchanged or paid out only where the Service expressly offers it. Refunds follow the law of the Republic of Korea on electronic commerce and, where you are a consumer elsewhere, the mandatory rules of the place where you live.",
        { heading: "Availability and changes of the Service", id: "availability" },
        "We want the Service to be there day and night, but we may interrupt it for maintenance, for reasons of security, or because of events that we cannot control. We announce planned interruptions in the news. We may change or end parts of the Service; where that affects a Paid Service that you have already paid for, we tell you at least 30 days before and compensate you as the law provides.",
        { heading: "Notifications", id: "notifications" },
        "Notifications inside the Service tell you about your Account, your purchases, security, and changes of the Service or the Terms. They are a part of the Service, and you cannot opt out of in-service notifications. Advertising by e-mail is sent only with your consent, which you may withdraw at any time.",
        { heading: "Ending your membership", id: "ending" },
        "You may end your membership at any time under [My page](/my-page/terminate). The deletion is then scheduled; if you sign in within 15 days, it is cancelled and your Account is restored. After that your Account, your Currencies and your items are deleted and cannot be restored, except for what the law obliges us to keep.",
      ],
    },
    {
      id: "user-obligations",
      title: "User Obligations",
      blocks: [
        { heading: "Your Account", id: "account" },
        "You are responsible for keeping your credentials safe: your password, your e-mail account, the keys of your wallet. You are responsible for all actions that are taken through your Account, unless they were taken by someone else and you are not to blame for it. If you notice that someone else uses your Account, change your password and tell us at once.",
        "Keep the information of your Account correct and up to date. We are not liable for disadvantages that come from information that you did not correct.",
        { heading: "What is prohibited", id: "prohibited" },
        "When you use the Service, you must not",
        {
          ordered: true,
          list: [
            "use it for illegal purposes, or in violation of any law that applies to you;",
            "disrupt it, overload it, attack its security, or interfere with the use of it by others;",
            "scrape it, or access it with bots, crawlers, macros or other automatic means without our written consent;",
            "reverse engineer, decompile, disassemble or modify its software, except where the law expressly allows it;",
            "use the Account of another person, or share your own Account with others;",
            "sell, buy, rent or give away Accounts or usernames;",
            "access our programming interfaces without authorisation, or in ways that we have not documented for the public;",
            "harass, threaten, insult, stalk or discriminate against others, or incite others to do so;",
            "impersonate another person, another User, or the Company and its staff;",
            "violate the privacy of others, in particular by collecting or publishing their personal data without their consent;",
            "infringe the intellectual property of the Company or of others, such as copyrights, trade marks, designs and patents;",
            "use third-party applications, or offer them to others, that interact with the Service, without our prior consent; or",
            "post usernames of other Users in app-store reviews, or otherwise expose Users there.",
          ],
        },
        { heading: "What we do about violations", id: "violations" },
        "If you violate the Terms, the Company may, according to how serious the violation is and how often it happened, delete the content concerned, suspend your use of the Service temporarily or permanently, and end the agreement. We tell you what we have done and why. A temporary suspension names the day and the hour on which it ends. You may object to every measure through [Support](/support/inquiry).",
        "If you think that content in the Service violates your rights, please tell us where it is and why, so that we can act on it.",
      ],
    },
    {
      id: "indemnification",
      title: "Your Indemnification to Us",
      blocks: [
        "You indemnify the Company, its officers, its staff and its partners, and hold them harmless, against claims of third parties, and against the damages, fines and reasonable costs of legal defence that follow from such claims, to the extent that you are responsible for them and that they arise from one of the following seven cases:",
        {
          ordered: true,
          list: [
            "your use of the Service in a way that violates the Terms or the other rules that apply to the Service;",
            "your violation of a law, a regulation or an order of an authority in connection with the Service;",
            "your infringement of the rights of a third party, in particular intellectual property, privacy, publicity and reputation;",
            "your User Content, and what you offer, sell or publish by means of the Studios;",
            "false, misleading or incomplete information that you gave to us or to another User;",
            "actions taken through your Account by persons to whom you gave access, or who gained access because you did not keep your credentials safe; and",
            "dealings and disputes between you and other Users or third parties that you met through the Service.",
          ],
        },
        "We tell you about such a claim without undue delay, give you the information that you need in order to answer it, and do not settle it at your expense without hearing you first. This section does not apply as far as the Company itself caused the damage.",
      ],
    },
    {
      id: "limitation-of-liability",
      title: "Limitation of Liability",
      blocks: [
        "The Service is provided as it is at the time. To the extent that the law allows, the Company is not liable for damages that arise from",
        {
          list: [
            "natural disasters, war, failures of networks or power, acts of authorities, and other events that it cannot control;",
            "interruptions, faults or losses of data that are caused by the User, or by the User’s device, connection or wallet;",
            "the accuracy, lawfulness or quality of User Content, and of sites and services of third parties to which the Service links;",
            "dealings between Users, or between Users and third parties, that were arranged by means of the Service; and",
            "profits, rankings or advantages that a User expected from the Service and did not gain.",
          ],
        },
        "These limits do not apply to damages that the Company causes by willful misconduct or gross negligence, to injuries to life, body or health, or where the law does not allow a limit. Where the Company is liable for ordinary negligence, its liability is limited to the damage that is typical and foreseeable for this kind of agreement.",
        "Parts of the Service that are offered free of charge may be changed or ended without compensation, unless the law provides otherwise.",
      ],
    },
    {
      id: "disputes-and-jurisdiction",
      title: "Disputes and Jurisdiction",
      blocks: [
        "If you have a complaint, please tell us first through [Support](/support/inquiry). We answer as quickly as we can; if it takes longer, we tell you why and until when.",
        "The Terms, and all disputes between you and the Company, are governed by the laws of the Republic of Korea. If you are a consumer, this choice does not deprive you of the protection of the mandatory rules of the country in which you live.",
        "A lawsuit that arises from the Service is brought before the district court that is competent for the User’s address at the time of filing or, where the User has no address, for the User’s place of residence. If the User lives outside the Republic of Korea, or if neither an address nor a residence is known, the Seoul Central District Court has jurisdiction.",
      ],
    },
    {
      id: "general-terms",
      title: "General Terms",
      blocks: [
        {
          list: [
            "Severability. If a provision of the Terms is or becomes invalid or unenforceable, the other provisions stay in force. In the place of the invalid provision applies what comes closest to its purpose within the law.",
            "Non-waiver. If the Company does not exercise a right under the Terms, or exercises it late, it does not thereby waive that right.",
            "Assignment. You may not assign your Account, or your rights and duties under the Terms, without our prior written consent. The Company may assign its rights and duties without your consent in the case of a merger, a division or a transfer of the Service to another company; we announce this before it happens, and you may then end your membership.",
            "Whole agreement. The Terms, together with the rules to which they refer, are the whole agreement between you and the Company about the Service.",
            "Language. The Terms are written in English. Translations and summaries are offered for convenience only; in case of doubt the English text is decisive, unless the law of the place where you live provides otherwise.",
            "Contact. {{company}}, {{companyPlace}}. You reach us through [Support](/support/inquiry) and at [{{legalMail}}](mailto:{{legalMail}}).",
          ],
        },
        "Supplementary provision: these Terms take effect on 1 July 2024.",
      ],
    },
  ],
};

export const termsOfUse = brandTexts(text, "en", brand);
