// Generated from spec by `pnpm generate`. Not to be edited.

/** The type of a field that must not be sent. No value has it. Unlike `never`, it appears by name in the compiler's error. */
export interface LeaveItOut {
    readonly "leave it out": never;
}
export interface paths {
    "/realms/service/service-partner/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a customer or link an existing one
         * Send this once for each buyer and seller before their contract. The consent of a newly linked customer is PENDING until it is
         *     given by SMS link, on the organization's own OTP screen or at checkout login.
         */
        post: operations["registerCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/external/{serviceUserId}/banks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The serviceUserId that registering the customer returned.
                 * @example 1001
                 */
                serviceUserId: components["parameters"]["serviceUserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a bank account to a customer
         * The seller needs one, and the buyer for a refund.
         */
        post: operations["addBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/profiles/{serviceUserId}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The serviceUserId that registering the customer returned.
                 * @example 1001
                 */
                serviceUserId: components["parameters"]["serviceUserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an address to a customer
         * Cash-out by bank transfer needs an address and a bank account.
         */
        post: operations["addAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/external/{userId}/national-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The user whose national identity is submitted.
                 * @example 1001
                 */
                userId: components["parameters"]["partnerUserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Submit a national identity number
         * A one-time password goes to the phone registered with that identity, which may differ from the user's phone here. Not shown: which of the two tokens is needed. The examples use the legacy user token, the client admin token is unconfirmed.
         */
        patch: operations["submitNationalId"];
        trace?: never;
    };
    "/api/external/otps/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a one-time password
         * Checks a one-time password that a phone received: a standard one, or one for the national identity. Not shown: which of the two tokens is needed. The examples use the legacy user token, the client admin token is unconfirmed.
         */
        post: operations["validateOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a contract without its milestones
         * Register every participant first.
         */
        post: operations["createContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/contracts/{contractId}/milestones": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the contract.
                 * @example contract-example-1
                 */
                contractId: components["parameters"]["contractId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add milestones to a contract
         * Adds milestones, which hold the money, to a contract. The service calculates the fee of each.
         */
        patch: operations["addMilestones"];
        trace?: never;
    };
    "/api/external/contracts/{contractId}/parties": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the contract.
                 * @example contract-example-1
                 */
                contractId: components["parameters"]["contractId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add the parties of the milestones
         * Afterwards each milestone waits for payment. No publish call is needed. If the organization has invitations enabled, the parties
         *     must accept theirs in the app before payment can proceed. If not, they join at once.
         */
        patch: operations["addParties"];
        trace?: never;
    };
    "/api/external/contracts/startPayment/{milestoneId}/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the milestone, not of the contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
                /**
                 * The client that signed in and created the contract.
                 * @example sandbox-client
                 */
                clientId: components["parameters"]["clientId"];
            };
            cookie?: never;
        };
        /**
         * Get the address of the hosted checkout
         * The clientId is the client that signed in and created the contract.
         */
        get: operations["startPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/realms/service/protocol/openid-connect/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a ticket for one payment of one buyer
         * The credentials are in the form. Send no bearer token. Send `Accept: application/json`.
         *     Call it right before the redirect. A buyer whose consent is pending gets a ticket too. The checkout checks consent again.
         */
        post: operations["requestTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/api/users/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a customer up
         * @deprecated
         * Deprecated, use registerCustomer. Registers a customer under the ID that the organization knows them by.
         */
        post: operations["legacySignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/IBAN": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the user.
                 * @example 1001
                 */
                id: components["parameters"]["legacyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a bank account to a user
         * @deprecated
         * Deprecated, use addBankAccount. Its body and its answer are not shown. Not shown: host, body and result.
         */
        post: operations["legacyAddIban"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profiles/{id}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the user.
                 * @example 1001
                 */
                id: components["parameters"]["legacyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an address to a user
         * @deprecated
         * Deprecated, use addAddress. Its body and its answer are not shown. Not shown: host, body and result.
         */
        post: operations["legacyAddAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link a user
         * Links a user of the generic Users API to the organization, by email, phone and name.
         */
        post: operations["linkUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The user_id of the Users API, in the style of usr_….
                 * @example usr_example_1
                 */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        /**
         * Read a user
         * Reads a user of the generic Users API, with the verification status.
         */
        get: operations["getUser"];
        /**
         * Change a user
         * Changes name, phone or metadata of a user of the generic Users API.
         */
        put: operations["updateUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a contract
         * Only path and purpose are known. For the escrow flow use createContract. Not shown: every shape. Only path and purpose are known.
         */
        post: operations["createGenericContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contracts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        /**
         * Read a contract
         * Only path and purpose are known. createContract creates the contracts of the escrow flow, and no call reads them. Not shown: every shape. Only path and purpose are known.
         */
        get: operations["getGenericContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contracts/{id}/milestones/{milestoneId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
                /**
                 * The ID of the milestone, not of the contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Change a milestone
         * The service calls both path parameters id; this document renames the second one. Not shown: every shape. Only path and purpose are known.
         */
        put: operations["updateGenericMilestone"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment
         * Only path and purpose are known. In the escrow flow, the buyer pays on the page that startPayment returns. Not shown: every shape. Only path and purpose are known.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/virtual-iban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a virtual bank account number
         * Only path and purpose are known. Not shown: every shape. Only path and purpose are known.
         */
        post: operations["createVirtualIban"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        /**
         * Read a payment
         * Only path and purpose are known. Not shown: every shape. Only path and purpose are known.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * Only path and purpose are known. Not shown: every shape. Only path and purpose are known.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * The operator sets the URL for contract events at onboarding, not this call. Not shown: every shape. Only path and purpose are known.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * Only path and purpose are known. The operator sets the URL for contract events at onboarding. Not shown: every shape. Only path and purpose are known.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: e164-phone
         * A phone number in E.164 form. Write the phone number in E.164 form, such as +9665XXXXXXXX, with a plus sign, no 0 after the country code, and digits 0-9.
         * @example +966500000001
         */
        PhoneNumber: string;
        /** A buyer or seller, new to the service or linked to the organization by the same call. Send phoneNumber, firstName and lastName, all as text. Not shown: which of the three fields are required. */
        RegisterCustomerRequest: {
            /** A phone number in E.164 form. Write the phone number in E.164 form, such as +9665XXXXXXXX, with a plus sign, no 0 after the country code, and digits 0-9. */
            phoneNumber?: components["schemas"]["PhoneNumber"] | undefined;
            /** The first name. Send firstName as text. */
            firstName?: string | undefined;
            /** The last name. Send lastName as text. */
            lastName?: string | undefined;
        };
        /** The body of a refusal that the service does not describe. Not shown: every field, and whether there is a body at all. */
        NotShownRefusal: {
            [key: string]: unknown;
        };
        /** The registered customer. This result is not wrapped in data. */
        RegisteredCustomer: {
            /**
             * Format: int64
             * The ID to use for this buyer or seller everywhere.
             */
            serviceUserId: number;
            /**
             * Format: int64
             * Another number of the user. Not shown: what it is for.
             */
            userIdentification: number;
        };
        /**
         * A currency code. Send the currency code as text, such as SAR. Not shown: which other currencies are accepted.
         * @example SAR
         */
        Currency: "SAR" | (string & {});
        /** Where a user receives money. A seller needs one, and a buyer for a refund. Send iban, currency, beneficiaryName and nationalId, all as text. Not shown: which fields are optional. */
        BankAccount: {
            /** A Saudi IBAN. Write the Saudi IBAN as SA in capital letters and 22 digits 0-9, without blanks, such as SA0380000000XXXXXXXXXXXX. */
            iban: string;
            /** A currency code. Send the currency code as text, such as SAR. Not shown: which other currencies are accepted. */
            currency: components["schemas"]["Currency"];
            /** The name of the account holder. Send beneficiaryName, the name of the account holder, as text. */
            beneficiaryName: string;
            /** The national identity number of the holder. Send nationalId, the account holder's national identity number, as text and not as a number. */
            nationalId: string;
        };
        /** A body that the service does not describe. Not shown: every field. */
        NotShownBody: {
            [key: string]: unknown;
        };
        /** A user's address, needed with the bank account for cash-out by bank transfer. Send at least addressLabel and countryCode, and every field as text. */
        Address: {
            /** What the address is, such as HOME or WORK. Not shown: which other labels are accepted. */
            addressLabel: "HOME" | "WORK" | (string & {});
            /** The country, such as SA. Not shown: which other countries are accepted. */
            countryCode: "SA" | (string & {});
            /** The street. */
            street?: string | undefined;
            /** The district of the city. */
            district?: string | undefined;
            /** The city. */
            city?: string | undefined;
            /** The postal code. */
            postalCode?: string | undefined;
        };
        /** The national identity number to verify. Send nationalId, text of exactly 10 digits. */
        NationalIdRequest: {
            /** The national identity number. Write nationalId as text of exactly 10 digits 0-9, without blanks. */
            nationalId: string;
        };
        /** A one-time password as the user typed it. Send type, phoneNumber and otp. Not shown: which fields are optional. */
        ValidateOtpRequest: {
            /**
             * SERVICE_OTP for ordinary verification, NATIONAL_ID_OTP for the national identity. Set type to SERVICE_OTP or NATIONAL_ID_OTP.
             * @enum {string}
             */
            type: "SERVICE_OTP" | "NATIONAL_ID_OTP";
            /** The phone that received the password. Send phoneNumber, the phone that received the password, as text. Not shown: whether E.164 form is required here. */
            phoneNumber: string;
            /** The one-time password. Send otp as a number, not as text. */
            otp: number;
        };
        /** Whether the password was right. */
        OtpValidation: {
            /** True if the password was right. */
            valid: boolean;
        };
        /** The answer to a one-time password. */
        OtpValidationResult: {
            /** Whether the password was right. */
            data: components["schemas"]["OtpValidation"];
        };
        /** What is sold. Send itemDetail as an object with title and description, both text. Not shown: whether one of the two is optional. */
        ItemDetail: {
            /** A short name of what is sold. */
            title: string;
            /** What is sold, in words. */
            description: string;
        };
        /** A contract. It groups milestones and holds no money. Send type, senderRole, contractClassification, currency, itemPrice, itemDetail, returnPolicy, returnFeePayee, serviceTermsAccepted and isParent. Not shown: which fields are optional. */
        ParentContractRequest: {
            /**
             * The type. Set type to COMPLEX_CONTRACT, the only type of a contract.
             * @enum {string}
             */
            type?: "COMPLEX_CONTRACT" | undefined;
            /**
             * The organization's administrator creates the contract, not the seller. Set senderRole to BROKER, whoever the seller is.
             * @enum {string}
             */
            senderRole?: "BROKER" | undefined;
            /** The classification of the contract. Send contractClassification as text, such as BASIC. Not shown: the full set of values. */
            contractClassification: "BASIC" | (string & {});
            /** A currency code. Send the currency code as text, such as SAR. Not shown: which other currencies are accepted. */
            currency: components["schemas"]["Currency"];
            /**
             * Always 0. Each milestone has its own amount. Set itemPrice to 0. The amounts are on the milestones.
             * @enum {number}
             */
            itemPrice?: 0 | undefined;
            /** What is sold. Send itemDetail as an object with title and description, both text. Not shown: whether one of the two is optional. */
            itemDetail: components["schemas"]["ItemDetail"];
            /** Whether what is sold can be returned. Send returnPolicy as text, such as NO_RETURN. Not shown: the full set of values. */
            returnPolicy: "NO_RETURN" | (string & {});
            /** Who pays for a return. Send returnFeePayee as text, such as PROVIDER. Not shown: the full set of values. */
            returnFeePayee: "PROVIDER" | (string & {});
            /**
             * The caller accepts the terms of the service. Client libraries do not fill this in. Set serviceTermsAccepted to true to accept the terms of the service.
             * @enum {boolean}
             */
            serviceTermsAccepted: true;
            /**
             * Whether this is a contract, not a milestone. Set isParent to true. This call creates no milestones.
             * @enum {boolean}
             */
            isParent?: true | undefined;
        };
        /** The created contract. Later calls have its ID in their path. Not shown: the full record. */
        CreatedContract: {
            /** The ID of the contract, for adding milestones and parties. */
            id: string;
            /** The type. */
            type: "COMPLEX_CONTRACT" | (string & {});
            /** Who created the contract. */
            senderRole: "BROKER" | (string & {});
            /**
             * SUBMITTED belongs to the organization portal and never comes back from the API.
             * @enum {string}
             */
            status: "CREATED";
        };
        /** The response to creating a contract. */
        CreatedContractResult: {
            /** The created contract. Later calls have its ID in their path. Not shown: the full record. */
            data: components["schemas"]["CreatedContract"];
        };
        /** One escrow transaction. It holds the money. Send type, senderRole, itemDetail, itemPrice, currency, returnPolicy, returnFeePayee, deadLine and serviceTermsAccepted for each milestone. Not shown: which fields are optional. */
        MilestoneRequest: {
            /**
             * The type. Set type to MILESTONE_CONTRACT, the only type of a milestone.
             * @enum {string}
             */
            type?: "MILESTONE_CONTRACT" | undefined;
            /**
             * The organization's administrator creates the milestone, not the seller. Set senderRole to BROKER, whoever the seller is.
             * @enum {string}
             */
            senderRole?: "BROKER" | undefined;
            /** What is sold. Send itemDetail as an object with title and description, both text. Not shown: whether one of the two is optional. */
            itemDetail: components["schemas"]["ItemDetail"];
            /** The escrow amount in the currency of the milestone, from which the service calculates balances. The fee comes out of the organization's wallet. Send itemPrice, the escrow amount, as a number and not as text. Not shown: the smallest and largest amount, and whether it counts riyals, with decimals, or halalas. */
            itemPrice: number;
            /** A currency code. Send the currency code as text, such as SAR. Not shown: which other currencies are accepted. */
            currency: components["schemas"]["Currency"];
            /** Whether what is sold can be returned. Send returnPolicy as text, such as NO_RETURN. Not shown: the full set of values. */
            returnPolicy: "NO_RETURN" | (string & {});
            /** Who pays for a return. Send returnFeePayee as text, such as PROVIDER. Not shown: the full set of values. */
            returnFeePayee: "PROVIDER" | (string & {});
            /**
             * Format: utc-timestamp
             * An ISO 8601 timestamp in UTC, in any of its forms. The pattern checks the form, the format checks that day and time exist. Write deadLine as an ISO 8601 timestamp in UTC, in digits 0-9, such as 2030-01-01T00:00:00Z.
             */
            deadLine: string;
            /** Whether the caller accepts the terms of the service. Set serviceTermsAccepted to the boolean true or false. Not shown: whether a milestone is refused without acceptance. */
            serviceTermsAccepted: boolean;
            /** Must not be sent. The setting is made for the organization at onboarding. Remove paymentMethods. They are set for the organization at onboarding. */
            paymentMethods?: LeaveItOut | undefined;
            /** Must not be sent. The setting is made for the organization at onboarding. Remove isDeliverable. Delivery is set for the organization at onboarding. */
            isDeliverable?: LeaveItOut | undefined;
            /** Must not be sent. The setting is made for the organization at onboarding. Remove isInspectable. Inspection is set for the organization at onboarding. */
            isInspectable?: LeaveItOut | undefined;
        };
        /** Milestones to add to a contract. Send milestones, a list of milestones. */
        AddMilestonesRequest: {
            /** The milestones to add. Not shown: how many milestones a call or a contract may have. */
            milestones: components["schemas"]["MilestoneRequest"][];
        };
        /** A milestone as created. Not shown: the full record. */
        CreatedMilestone: {
            /** The milestone ID, called contractId in webhook events. */
            id: string;
            /** The escrow amount, as it was sent. */
            itemPrice: number;
            /** The fee, as the service calculates it. */
            fee: number;
            /** The fee as a fraction, such as 0.04 for 4 percent. */
            feePercentage: number;
            /**
             * A milestone begins as CREATED.
             * @enum {string}
             */
            status: "CREATED";
        };
        /** The added milestones and their contract. */
        AddedMilestones: {
            /** The ID of the contract. */
            parentContractId: string;
            /** The milestones as created. Not shown: the order, and whether milestones of earlier calls are listed too. */
            milestones: components["schemas"]["CreatedMilestone"][];
        };
        /** The answer to adding milestones. */
        AddedMilestonesResult: {
            /** The added milestones and their contract. */
            data: components["schemas"]["AddedMilestones"];
        };
        /** The phone number of the registered user. Send phoneNumber, the number that the user was registered with, as text. Not shown: whether E.164 form is required here. */
        PartyPhoneNumber: string;
        /** The amount that the party pays as CUSTOMER or receives as BROKER or PROVIDER, in the currency of the milestone. Send amount as a number, not as text. Not shown: the smallest and largest amount, and whether it counts riyals, with decimals, or halalas. */
        PartyAmount: number;
        /** The organization's administrator. Send phoneNumber, role, amount, arbitrator and isSender for a broker. */
        BrokerParty: {
            /** The phone number of the registered user. Send phoneNumber, the number that the user was registered with, as text. Not shown: whether E.164 form is required here. */
            phoneNumber: components["schemas"]["PartyPhoneNumber"];
            /**
             * The organization's administrator. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            role: "BROKER";
            /** The amount that the party pays as CUSTOMER or receives as BROKER or PROVIDER, in the currency of the milestone. Send amount as a number, not as text. Not shown: the smallest and largest amount, and whether it counts riyals, with decimals, or halalas. */
            amount: components["schemas"]["PartyAmount"];
            /**
             * Whether the party arbitrates. Set arbitrator to true. A broker is always the arbitrator.
             * @enum {boolean}
             */
            arbitrator?: true | undefined;
            /**
             * Whether the party is a sender. Set isSender to true. A broker is always a sender.
             * @enum {boolean}
             */
            isSender?: true | undefined;
        };
        /** The buyer. Send phoneNumber, role, amount, arbitrator and isSender for a customer. */
        CustomerParty: {
            /** The phone number of the registered user. Send phoneNumber, the number that the user was registered with, as text. Not shown: whether E.164 form is required here. */
            phoneNumber: components["schemas"]["PartyPhoneNumber"];
            /**
             * The buyer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            role: "CUSTOMER";
            /** The amount that the party pays as CUSTOMER or receives as BROKER or PROVIDER, in the currency of the milestone. Send amount as a number, not as text. Not shown: the smallest and largest amount, and whether it counts riyals, with decimals, or halalas. */
            amount: components["schemas"]["PartyAmount"];
            /**
             * Whether the party arbitrates. Set arbitrator to false. A customer is never the arbitrator.
             * @enum {boolean}
             */
            arbitrator?: false | undefined;
            /**
             * Whether the party is a sender. Set isSender to true. A customer is always a sender.
             * @enum {boolean}
             */
            isSender?: true | undefined;
        };
        /** The seller. Send phoneNumber, role and amount for a provider, and no isSender. */
        ProviderParty: {
            /** The phone number of the registered user. Send phoneNumber, the number that the user was registered with, as text. Not shown: whether E.164 form is required here. */
            phoneNumber: components["schemas"]["PartyPhoneNumber"];
            /**
             * The seller. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            role: "PROVIDER";
            /** The amount that the party pays as CUSTOMER or receives as BROKER or PROVIDER, in the currency of the milestone. Send amount as a number, not as text. Not shown: the smallest and largest amount, and whether it counts riyals, with decimals, or halalas. */
            amount: components["schemas"]["PartyAmount"];
            /** Whether the party arbitrates. Set arbitrator to the boolean true or false, or leave it out. Not shown: the value for a provider, and whether it is optional. */
            arbitrator?: boolean | undefined;
            /** Must not be sent. It defaults to false. Remove isSender from the provider. Either value is refused. */
            isSender?: LeaveItOut | undefined;
        };
        /** A participant of a milestone. Set role to BROKER, CUSTOMER or PROVIDER. */
        Party: components["schemas"]["BrokerParty"] | components["schemas"]["CustomerParty"] | components["schemas"]["ProviderParty"];
        /** On each milestone the CUSTOMER amounts must equal the sum of the BROKER and PROVIDER amounts. A schema cannot express this. Send the parties of a milestone as a list, even a single one. Not shown: how many parties a milestone may have. */
        MilestoneParties: components["schemas"]["Party"][];
        /** The parties of milestones. Send mileStonesParties with a capital S and P, an object from milestone ID to the list of its parties. */
        AddPartiesRequest: {
            /** The parties of each milestone, by milestone ID. The name is spelled as the service spells it. Send an object whose keys are milestone IDs and whose values are lists of parties. */
            mileStonesParties: {
                [key: string]: components["schemas"]["MilestoneParties"];
            };
        };
        /** The answer to starting a payment. */
        StartedPayment: {
            /**
             * Format: uri
             * The URL of the hosted checkout. Its host differs between sandbox and production. The segment after /external/ is the shortId.
             *     The query has client_id and payment_methods, a comma-separated list of MANUAL_BANK_TRANSFER and providers of cards, wallets and
             *     instalments. The organization does not set payment_methods.
             */
            data: string;
        };
        /** The client and the one payment of one buyer that the ticket is for. Sent as a form. Send grant_type, client_id, client_secret, login_hint and scope as form fields. */
        TicketRequest: {
            /**
             * The kind of token exchange. Set grant_type to urn:service:params:oauth:grant-type:customer-token-exchange, the only known value.
             * @example urn:service:params:oauth:grant-type:customer-token-exchange
             * @enum {string}
             */
            grant_type?: "urn:service:params:oauth:grant-type:customer-token-exchange" | undefined;
            /**
             * The client of the organization. Send client_id once, as text.
             * @example sandbox-client
             */
            client_id: string;
            /**
             * The secret of that client. Send client_secret once, as text.
             * @example sandbox-secret
             */
            client_secret: string;
            /**
             * The buyer's phone number, form-encoded. Write the plus sign as %2B, because a plain one means a blank. Send login_hint, the buyer's phone number, once and as text, with its plus sign as %2B. Not shown: whether E.164 form is required here.
             * @example +966500000002
             */
            login_hint: string;
            /**
             * payment:<shortId>, with the shortId of the checkout URL. Any other reference makes later calls fail. Set scope to payment:<shortId>. The shortId is the segment after /external/ in the checkout URL.
             * @example payment:aB3xK9
             */
            scope: string;
        };
        /** Opens the checkout for one buyer and one payment. This result is not wrapped in data. */
        Ticket: {
            /** The ticket to append to the checkout URL. */
            ticket: string;
            /** Lifetime of the ticket. Not shown: the unit. */
            expiresIn: number;
        };
        /** The reason for the refusal. Not shown: which other fields the body has. */
        TicketRefusal: {
            /** consent_rejected when the buyer declined the organization, invalid_grant when the buyer is not linked to the client. Not shown: the error of a malformed request. */
            error: "consent_rejected" | "invalid_grant" | (string & {});
        } & {
            [key: string]: unknown;
        };
        /** A user to sign up. Send phoneNumber, firstName, lastName and clientUserId, all as text. Not shown: which fields are optional. */
        LegacySignUpRequest: {
            /** The user's phone. Not shown: whether E.164 form is required here. */
            phoneNumber: string;
            /** The first name. */
            firstName: string;
            /** The last name. */
            lastName: string;
            /** The organization's own ID of the user. */
            clientUserId: string;
        };
        /** The user that signed up. */
        LegacySignedUpUser: {
            /** The ID of the user. Not shown: whether it is a string or a number. */
            id: string | number;
            /** Whether the service knew the user already. */
            preExistingUser: boolean;
            /** The customer's password for getting the legacy payment-time token; it is not a token itself. Store it encrypted, and keep it out of logs, browsers and checkout URLs. Not shown: how it becomes a legacy customer token. */
            clientUserToken: string;
        };
        /** The answer to a sign-up. */
        LegacyAccount: {
            /** The user that signed up. */
            data: components["schemas"]["LegacySignedUpUser"];
        };
        /** Any JSON. The body is not shown. Use addBankAccount instead. Not shown: the whole body. */
        LegacyAddIbanRequest: unknown;
        /** Any JSON. The body is not shown. Use addAddress instead. Not shown: the whole body. */
        LegacyAddAddressRequest: unknown;
        /** Free-form notes of the organization. Send metadata as an object, or leave it out. */
        Metadata: {
            [key: string]: unknown;
        };
        /** A user to link. Send at least email, phone and name, all as text. */
        LinkUserRequest: {
            /** The user's email address. Send email as text. */
            email: string;
            /** A phone number in E.164 form. Write the phone number in E.164 form, such as +9665XXXXXXXX, with a plus sign, no 0 after the country code, and digits 0-9. */
            phone: components["schemas"]["PhoneNumber"];
            /** The full name. Send name, the full name, as text. */
            name: string;
            /** Free-form notes of the organization. Send metadata as an object, or leave it out. */
            metadata?: components["schemas"]["Metadata"] | undefined;
        };
        /** The user that was linked. */
        LinkedUser: {
            /** An identifier in the style of usr_…. */
            user_id: string;
            /** A token of the user. The name is as the service publishes it. */
            waffy_token: string;
            /** The progress of the link. Not shown: the full set of values. */
            status: "linked" | "verified" | (string & {});
            /** Whether the user still has to be verified. */
            verification_required: boolean;
            /**
             * Format: date-time
             * When the user was linked.
             */
            created_at: string;
            /** Free-form notes of the organization. Send metadata as an object, or leave it out. */
            metadata?: components["schemas"]["Metadata"] | undefined;
        };
        /** The request, as the service knows it. */
        ResultMeta: {
            /** The ID of the request, for the support of the service. */
            request_id: string;
            /**
             * Format: date-time
             * The time of the answer.
             */
            timestamp: string;
        };
        /** The answer to linking a user. */
        LinkedUserResult: {
            /** Whether the call succeeded. */
            success: boolean;
            /** The user that was linked. */
            data: components["schemas"]["LinkedUser"];
            /** The request, as the service knows it. */
            meta: components["schemas"]["ResultMeta"];
        };
        /** How the Users API refuses invalid input. */
        ValidationRefusal: {
            /**
             * Always false. The call was refused.
             * @enum {boolean}
             */
            success: false;
            /** Why. */
            error: {
                /**
                 * The kind of the refusal.
                 * @enum {string}
                 */
                code: "VALIDATION_ERROR";
                /** The reason in words. */
                message: string;
                /** The wrong field and its value. */
                details: {
                    /** The field that is refused. */
                    field: string;
                    /** The value of that field, as it was sent. Not shown: the value when the field is missing. */
                    value?: unknown | undefined;
                };
            };
        };
        /** What is verified about a user. */
        VerificationStatus: {
            /** Whether the email address is verified. */
            email_verified: boolean;
            /** Whether the phone is verified. */
            phone_verified: boolean;
            /** The progress of the check of the user's identity. Not shown: the full set of values. */
            kyc_status: "approved" | (string & {});
        };
        /** The record of a user. Not shown: which of the optional fields a record always has. */
        UserRecord: {
            /** An identifier in the style of usr_…. */
            user_id: string;
            /** The user's email address. */
            email?: string | undefined;
            /** A phone number in E.164 form. Write the phone number in E.164 form, such as +9665XXXXXXXX, with a plus sign, no 0 after the country code, and digits 0-9. */
            phone?: components["schemas"]["PhoneNumber"] | undefined;
            /** The full name. */
            name?: string | undefined;
            /** Free-form notes of the organization. Send metadata as an object, or leave it out. */
            metadata?: components["schemas"]["Metadata"] | undefined;
            /** The progress of the link. Not shown: the full set of values. */
            status?: ("linked" | "verified" | (string & {})) | undefined;
            /** A token of the user. The name is as the service publishes it. */
            waffy_token?: string | undefined;
            /** What is verified about a user. */
            verification_status: components["schemas"]["VerificationStatus"];
            /**
             * Format: date-time
             * When the record was created.
             */
            created_at?: string | undefined;
            /**
             * Format: date-time
             * When the record was last changed.
             */
            updated_at?: string | undefined;
        };
        /** The answer to reading a user. */
        UserRecordResult: {
            /** Whether the call succeeded. */
            success: boolean;
            /** The record of a user. Not shown: which of the optional fields a record always has. */
            data: components["schemas"]["UserRecord"];
            /** The request, as the service knows it. */
            meta: components["schemas"]["ResultMeta"];
        };
        /** How the Users API answers for an unknown user. */
        UserNotFoundRefusal: {
            /**
             * Always false. The call was refused.
             * @enum {boolean}
             */
            success: false;
            /** Why. */
            error: {
                /**
                 * The kind of the refusal.
                 * @enum {string}
                 */
                code: "USER_NOT_FOUND";
                /** The reason in words. */
                message: string;
            };
        };
        /** The changes to a user. Send name, phone or metadata in an object. Not shown: which of the fields are required. */
        UpdateUserRequest: {
            /** The full name. Send name, the full name, as text. */
            name?: string | undefined;
            /** A phone number in E.164 form. Write the phone number in E.164 form, such as +9665XXXXXXXX, with a plus sign, no 0 after the country code, and digits 0-9. */
            phone?: components["schemas"]["PhoneNumber"] | undefined;
            /** Free-form notes of the organization. Send metadata as an object, or leave it out. */
            metadata?: components["schemas"]["Metadata"] | undefined;
        };
        /** Any JSON. The body is not shown. Not shown: the whole body. */
        CreateGenericContractRequest: unknown;
        /** Any JSON. The body is not shown. Not shown: the whole body. */
        UpdateGenericMilestoneRequest: unknown;
        /** Any JSON. The body is not shown. Not shown: the whole body. */
        CreatePaymentRequest: unknown;
        /** Any JSON. The body is not shown. Not shown: the whole body. */
        CreateVirtualIbanRequest: unknown;
        /** Any JSON. The body is not shown. Not shown: the whole body. */
        CreateWebhookRequest: unknown;
        /** The buyer has paid and the money is in escrow. */
        PaidContractEvent: {
            /** The milestone ID, despite its name. */
            contractId: string;
            /**
             * The buyer has paid.
             * @enum {string}
             */
            status: "PAID";
            /** Reference of a transaction. */
            referenceId: string;
        };
        /**
         * Any other progress, such as CASHOUT_IN_PROGRESS when the release begins and COMPLETED when all parties are paid.
         *     Keep fields and statuses that are not listed here. Do not refuse them.
         *      Not shown: the payload of CASHOUT_IN_PROGRESS and COMPLETED beyond the status.
         */
        OtherContractEvent: {
            /** The milestone ID, despite its name. */
            contractId?: string | undefined;
            /** The progress, such as CASHOUT_IN_PROGRESS. */
            status: "CASHOUT_IN_PROGRESS" | "COMPLETED" | (string & {});
            /** Reference of a transaction. */
            referenceId?: string | undefined;
        };
        /** Progress of one milestone. Only PAID is shown with every field. */
        ContractEvent: components["schemas"]["PaidContractEvent"] | components["schemas"]["OtherContractEvent"];
    };
    responses: {
        /** Any other refusal. Expect any status, with any body or none. Not shown: status and body. */
        OtherRefusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** The token is missing or unknown. Not shown: whether it is refused, status and body. */
        MissingToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** A token other than the organization token. Not shown: status and body. */
        NeedsOrganizationToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** The body is not in a documented media type. Not shown: status and body. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** The service accepted the request. Not shown: the success status and the body. */
        NotShownSuccess: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownBody"];
            };
        };
        /** Neither a legacy user token nor a client admin token. Not shown: status and body. */
        NeedsIdentityToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** The organization token was sent where the client admin token is needed. Not shown: the body. */
        NeedsClientAdminToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** A token other than the legacy app token. Not shown: status and body. */
        NeedsLegacyAppToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** A token other than the legacy user token. Not shown: status and body. */
        NeedsLegacyUserToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** A bearer token other than the API key. Not shown: status and body. */
        NeedsApiKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** Too many requests in a minute. The limit is 100 in the sandbox and 1000 in production. Not shown: status, body, and the names of the rate-limit headers that every response has. */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** The user is unknown. */
        UserNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserNotFoundRefusal"];
            };
        };
        /** The body is not JSON. Not shown: status and body. */
        MalformedGenericBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
    };
    parameters: {
        /**
         * The serviceUserId that registering the customer returned.
         * @example 1001
         */
        serviceUserId: string | number;
        /**
         * The user whose national identity is submitted.
         * @example 1001
         */
        partnerUserId: string | number;
        /**
         * The ID of the contract.
         * @example contract-example-1
         */
        contractId: string | number;
        /**
         * The ID of the milestone, not of the contract.
         * @example milestone-example-1
         */
        milestoneId: string | number;
        /**
         * The client that signed in and created the contract.
         * @example sandbox-client
         */
        clientId: string | number;
        /**
         * The ID of the user.
         * @example 1001
         */
        legacyId: string | number;
        /**
         * The user_id of the Users API, in the style of usr_….
         * @example usr_example_1
         */
        userId: string | number;
        /**
         * The ID of the record.
         * @example example-1
         */
        genericId: string | number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    registerCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterCustomerRequest"];
            };
        };
        responses: {
            /** The customer is registered and linked. Not shown: the success status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredCustomer"];
                };
            };
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsOrganizationToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    addBankAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The serviceUserId that registering the customer returned.
                 * @example 1001
                 */
                serviceUserId: components["parameters"]["serviceUserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankAccount"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsOrganizationToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    addAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The serviceUserId that registering the customer returned.
                 * @example 1001
                 */
                serviceUserId: components["parameters"]["serviceUserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Address"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsOrganizationToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    submitNationalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The user whose national identity is submitted.
                 * @example 1001
                 */
                userId: components["parameters"]["partnerUserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NationalIdRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsIdentityToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    validateOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidateOtpRequest"];
            };
        };
        responses: {
            /** The password was checked. Not shown: the success status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpValidationResult"];
                };
            };
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsIdentityToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    createContract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ParentContractRequest"];
            };
        };
        responses: {
            /** The contract is created. Not shown: the success status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedContractResult"];
                };
            };
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsClientAdminToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    addMilestones: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the contract.
                 * @example contract-example-1
                 */
                contractId: components["parameters"]["contractId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddMilestonesRequest"];
            };
        };
        responses: {
            /** The milestones are added. Not shown: the success status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedMilestonesResult"];
                };
            };
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsClientAdminToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    addParties: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the contract.
                 * @example contract-example-1
                 */
                contractId: components["parameters"]["contractId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPartiesRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsClientAdminToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    startPayment: {
        parameters: {
            query: {
                /**
                 * Where the buyer returns to, URL-encoded like every query value.
                 * @example https://shop.example/return
                 */
                redirectUrl: string;
                /**
                 * What kind of payment it is.
                 * @example PURCHASE
                 */
                paymentType: "PURCHASE" | (string & {});
            };
            header?: never;
            path: {
                /**
                 * The ID of the milestone, not of the contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
                /**
                 * The client that signed in and created the contract.
                 * @example sandbox-client
                 */
                clientId: components["parameters"]["clientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The address to send the buyer to. Not shown: the success status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedPayment"];
                };
            };
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsClientAdminToken"];
            /** The milestone does not exist. The answer has no body, and the status is not 404. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["OtherRefusal"];
        };
    };
    requestTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TicketRequest"];
            };
        };
        responses: {
            /** The ticket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** The buyer declined or is not linked to the client, or the form is malformed. Not shown: whether and how a malformed form is refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketRefusal"];
                };
            };
            /** The client ID or client secret is wrong. Not shown: status and body. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    legacySignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacySignUpRequest"];
            };
        };
        responses: {
            /** The customer is signed up. Not shown: the success status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyAccount"];
                };
            };
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsLegacyAppToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    legacyAddIban: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the user.
                 * @example 1001
                 */
                id: components["parameters"]["legacyId"];
            };
            cookie?: never;
        };
        /** Not shown: whether a body is required. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LegacyAddIbanRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsLegacyUserToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    legacyAddAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the user.
                 * @example 1001
                 */
                id: components["parameters"]["legacyId"];
            };
            cookie?: never;
        };
        /** Not shown: whether a body is required. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LegacyAddAddressRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. Not shown: status and body of a refused request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsLegacyUserToken"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    linkUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkUserRequest"];
            };
        };
        responses: {
            /** The user is linked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedUserResult"];
                };
            };
            /** The input is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The user_id of the Users API, in the style of usr_….
                 * @example usr_example_1
                 */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserRecordResult"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The user_id of the Users API, in the style of usr_….
                 * @example usr_example_1
                 */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The input is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationRefusal"];
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            404: components["responses"]["UserNotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    createGenericContract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Not shown: whether a body is required. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateGenericContractRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            400: components["responses"]["MalformedGenericBody"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    getGenericContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotShownSuccess"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    updateGenericMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
                /**
                 * The ID of the milestone, not of the contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
            };
            cookie?: never;
        };
        /** Not shown: whether a body is required. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateGenericMilestoneRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            400: components["responses"]["MalformedGenericBody"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Not shown: whether a body is required. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreatePaymentRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            400: components["responses"]["MalformedGenericBody"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    createVirtualIban: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Not shown: whether a body is required. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateVirtualIbanRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            400: components["responses"]["MalformedGenericBody"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotShownSuccess"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotShownSuccess"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Not shown: whether a body is required. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            400: components["responses"]["MalformedGenericBody"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The ID of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotShownSuccess"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherRefusal"];
        };
    };
}
