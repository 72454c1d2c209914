// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.

import type { RuleTexts } from "../rules/violation.ts";
/** The id of a rule of the service, as `spec/rules.md` lists them. */
export type RuleId = "AUTH-1" | "AUTH-1a" | "AUTH-1b" | "AUTH-2" | "AUTH-3" | "AUTH-4" | "AUTH-5" | "AUTH-5a" | "AUTH-6" | "AUTH-6a" | "AUTH-7" | "AUTH-7a" | "AUTH-8" | "AUTH-8a" | "AUTH-9" | "AUTH-10" | "AUTH-11" | "AUTH-12" | "AUTH-13" | "USER-1" | "USER-1a" | "USER-1b" | "USER-1c" | "USER-1d" | "USER-2" | "USER-3" | "USER-4" | "USER-5" | "USER-5a" | "USER-5b" | "USER-5c" | "BANK-1" | "BANK-1a" | "BANK-1b" | "BANK-2" | "BANK-3" | "ADDR-1" | "ADDR-1a" | "ADDR-2" | "ID-1" | "ID-1a" | "ID-2" | "ID-2a" | "ID-2b" | "CONTRACT-1" | "CONTRACT-1a" | "CONTRACT-1b" | "CONTRACT-1c" | "CONTRACT-2" | "CONTRACT-3" | "MILESTONE-1" | "MILESTONE-1a" | "MILESTONE-1b" | "MILESTONE-1c" | "MILESTONE-2" | "MILESTONE-3" | "MILESTONE-4" | "MILESTONE-4a" | "PARTY-0" | "PARTY-0a" | "PARTY-0b" | "PARTY-0c" | "PARTY-1" | "PARTY-1a" | "PARTY-2" | "PARTY-2a" | "PARTY-3" | "PARTY-4" | "STATE-1" | "STATE-2" | "STATE-2a" | "STATE-2b" | "STATE-3" | "STATE-3a" | "STATE-4" | "STATE-4a" | "STATE-5" | "PAY-1" | "PAY-1a" | "PAY-1b" | "PAY-1c" | "PAY-1d" | "PAY-2" | "PAY-3" | "PAY-4" | "TICKET-1" | "TICKET-1a" | "TICKET-1b" | "TICKET-2" | "TICKET-3" | "TICKET-4" | "TICKET-5" | "TICKET-6" | "CHECKOUT-1" | "CHECKOUT-2" | "CHECKOUT-3" | "HOOK-1" | "HOOK-2" | "HOOK-3" | "HOOK-4" | "HOOK-5" | "HOOK-6" | "HOOK-7" | "HOOK-8" | "UAPI-1" | "UAPI-2" | "UAPI-3" | "UAPI-3a" | "UAPI-4" | "UAPI-5" | "UAPI-6" | "UAPI-6a" | "UAPI-7" | "LEGACY-1" | "LEGACY-1a" | "LEGACY-1b" | "LEGACY-1c" | "LEGACY-2" | "LEGACY-3" | "LEGACY-4" | "ERR-1" | "ERR-1a" | "ERR-1b" | "ERR-1c" | "ERR-1d" | "LIMIT-1" | "VERSION-1";
/** The words and the basis of the rules that are checked before a call is sent, and of those that only the service checks. */
export const ruleTexts: RuleTexts = {
    "ADDR-1": {
        text: "An address needs addressLabel and countryCode; street, district, city and postalCode may be left out.",
        basis: "stated",
    },
    "ADDR-1a": {
        text: "An address with a field of another type is refused.",
        basis: "implied",
    },
    "AUTH-1a": {
        text: "A token of another kind than the operation takes is answered with 403.",
        basis: "assumed",
    },
    "AUTH-1b": {
        text: "A call without a token, or with one that nobody was given, is refused.",
        basis: "implied",
    },
    "AUTH-5a": {
        text: "A call that names another client, or a contract of another client, than the one that its token was issued for is refused.",
        basis: "implied",
    },
    "AUTH-6a": {
        text: "Client credentials that nobody was given are refused.",
        basis: "implied",
    },
    "AUTH-7a": {
        text: "A ticket that was used, has expired, was never issued or is another user's than the milestone's customer is refused, and so is an ended session of the checkout.",
        basis: "assumed",
    },
    "AUTH-8a": {
        text: "A legacy user token submits the identity and checks the OTP of its own user only.",
        basis: "assumed",
    },
    "BANK-1a": {
        text: "No field of a bank account is left out.",
        basis: "assumed",
    },
    "BANK-1b": {
        text: "A bank account with a field of another type is refused.",
        basis: "implied",
    },
    "BANK-2": {
        text: "The iban is SA and 22 digits.",
        basis: "stated",
    },
    "CONTRACT-1a": {
        text: "No field of a parent contract is left out.",
        basis: "assumed",
    },
    "CONTRACT-1b": {
        text: "An itemDetail has both title and description.",
        basis: "assumed",
    },
    "CONTRACT-1c": {
        text: "A parent is refused if type, senderRole, itemPrice, serviceTermsAccepted or isParent has another value, or any field another type.",
        basis: "implied",
    },
    "ERR-1a": {
        text: "A request has at most 1 MiB, 64 levels and 20,000 values, no NUL and no lone surrogate, and ids of at most 200 characters.",
        basis: "assumed",
    },
    "ERR-1b": {
        text: "A call other than start of payment and the ticket call that names something that does not exist is answered with 404.",
        basis: "assumed",
    },
    "ERR-1c": {
        text: "A body in another media type than the documented one is answered with 415.",
        basis: "assumed",
    },
    "ERR-1d": {
        text: "What is not a call of the document is refused: malformed JSON, or a body that breaks off, with 400, an unknown path with 404, another method with 405, a foreign host with 403.",
        basis: "assumed",
    },
    "ID-1": {
        text: "The nationalId of the national identity call is a string of exactly 10 digits; the OTP goes to the phone registered with that identity.",
        basis: "stated",
    },
    "ID-1a": {
        text: "A nationalId that is missing or is not a string is refused.",
        basis: "implied",
    },
    "ID-2a": {
        text: "No field of an OTP check is left out.",
        basis: "assumed",
    },
    "ID-2b": {
        text: "An OTP check of another type, or whose fields have other types, is refused.",
        basis: "implied",
    },
    "LEGACY-1a": {
        text: "No field of a legacy sign-up is left out.",
        basis: "assumed",
    },
    "LEGACY-1b": {
        text: "The phoneNumber of a legacy sign-up is in E.164 form.",
        basis: "assumed",
    },
    "LEGACY-1c": {
        text: "A legacy sign-up with a field of another type is refused.",
        basis: "implied",
    },
    "LEGACY-3": {
        text: "The legacy bank and address calls take the user token; body and answer are not shown.",
        basis: "stated",
    },
    "MILESTONE-1a": {
        text: "No field of a milestone is left out.",
        basis: "assumed",
    },
    "MILESTONE-1b": {
        text: "A call adds at least one milestone.",
        basis: "implied",
    },
    "MILESTONE-1c": {
        text: "Milestones that are not a list, or with another type, sender, type of a field or form of deadline, are refused.",
        basis: "implied",
    },
    "MILESTONE-3": {
        text: "paymentMethods, isDeliverable and isInspectable must not be sent on a milestone: they are rejected.",
        basis: "stated",
    },
    "MILESTONE-4a": {
        text: "An amount, and what the parties of a milestone add up to, is 0 to 100 billion with at most two decimals.",
        basis: "assumed",
    },
    "PARTY-0a": {
        text: "A party has phoneNumber, role and amount.",
        basis: "implied",
    },
    "PARTY-0b": {
        text: "A call adds at least one party, and a milestone that it names gets at least one.",
        basis: "assumed",
    },
    "PARTY-0c": {
        text: "Parties that are not a map of lists, or with another role or type of a field, are refused.",
        basis: "implied",
    },
    "PARTY-1": {
        text: "A broker is arbitrator and sender.",
        basis: "stated",
    },
    "PARTY-1a": {
        text: "A broker with another flag, or without one, is refused.",
        basis: "implied",
    },
    "PARTY-2": {
        text: "A customer is sender and not arbitrator.",
        basis: "stated",
    },
    "PARTY-2a": {
        text: "A customer with another flag, or without one, is refused.",
        basis: "implied",
    },
    "PARTY-3": {
        text: "A provider omits isSender, which is false by default: sending it is rejected.",
        basis: "stated",
    },
    "PARTY-4": {
        text: "On each milestone the customer amounts equal the broker and provider amounts together.",
        basis: "stated",
    },
    "PAY-1a": {
        text: "Start of payment has both redirectUrl and paymentType.",
        basis: "assumed",
    },
    "PAY-1b": {
        text: "redirectUrl is an http or https address.",
        basis: "assumed",
    },
    "PAY-1c": {
        text: "A milestone without a CUSTOMER takes no payment.",
        basis: "implied",
    },
    "PAY-1d": {
        text: "A redirectUrl that is not an absolute URL is refused, and so is a repeated parameter.",
        basis: "implied",
    },
    "STATE-2a": {
        text: "The parties of a milestone are set once, while it is CREATED.",
        basis: "assumed",
    },
    "STATE-2b": {
        text: "A milestone without parties takes no payment.",
        basis: "implied",
    },
    "STATE-3a": {
        text: "A payment does not start before every invited party has accepted.",
        basis: "implied",
    },
    "STATE-4a": {
        text: "A milestone is paid, cashes out and completes in this order.",
        basis: "implied",
    },
    "TICKET-1a": {
        text: "No field of the form is left out.",
        basis: "implied",
    },
    "TICKET-1b": {
        text: "A ticket form with another grant_type, with a scope of another form or with a repeated field is refused.",
        basis: "implied",
    },
    "UAPI-1": {
        text: "Linking a user needs email, phone in E.164 form and name, takes metadata, and returns success, data and meta; ids look like usr_\u2026.",
        basis: "stated",
    },
    "UAPI-3": {
        text: "Updating a user takes name, phone and metadata; the answer is not shown.",
        basis: "stated",
    },
    "UAPI-3a": {
        text: "A phone number belongs to one user.",
        basis: "assumed",
    },
    "UAPI-6a": {
        text: "A request of the Users API over its limit is answered with 429.",
        basis: "assumed",
    },
    "UAPI-7": {
        text: "Nine operations on contracts, payments and webhooks are known by path and purpose only.",
        basis: "stated",
    },
    "USER-1a": {
        text: "The serviceUserId in a path is a whole number.",
        basis: "implied",
    },
    "USER-1b": {
        text: "Registering needs a phoneNumber.",
        basis: "assumed",
    },
    "USER-1c": {
        text: "The phone of a participant is in E.164 form.",
        basis: "implied",
    },
    "USER-1d": {
        text: "A registration whose fields have other types, or whose phoneNumber is not in E.164 form, is refused.",
        basis: "implied",
    },
    "USER-5a": {
        text: "A CUSTOMER or PROVIDER whose phone belongs to no linked user is refused.",
        basis: "implied",
    },
    "USER-5b": {
        text: "A phone number finds the user who was registered with exactly the same text.",
        basis: "assumed",
    },
    "USER-5c": {
        text: "A BROKER whose phone belongs to no linked user is accepted, as the organization's administrator.",
        basis: "assumed",
    },
};
