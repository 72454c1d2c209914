// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.

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
         * @description Send this once for each buyer and seller before their contract. A newly linked customer has yet to consent.
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
                 * @description The serviceUserId that registering the customer returned.
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
         * @description The seller needs one, and the buyer for a refund.
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
                 * @description The serviceUserId that registering the customer returned.
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
         * @description Cash-out by bank transfer needs an address and a bank account.
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
                 * @description The user whose national identity is submitted.
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
         * @description A one-time password goes to the phone registered with that identity, which may differ from the user's phone here.
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
         * @description Checks a one-time password that a phone received, either an ordinary one or that of the national identity service.
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
         * Create the parent of a contract
         * @description Register every participant first.
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
                 * @description The id of the parent contract.
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
         * @description Adds milestones, which hold the money, to a parent contract. The service calculates the fee of each.
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
                 * @description The id of the parent contract.
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
         * @description Afterwards each milestone waits for payment by itself, there is no call to publish it.
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
                 * @description The id of the milestone, not of the parent contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
                /**
                 * @description The client that signed in and created the contract.
                 * @example sandbox-client
                 */
                clientId: components["parameters"]["clientId"];
            };
            cookie?: never;
        };
        /**
         * Get the address of the hosted checkout
         * @description The clientId is the client that signed in and created the contract.
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
         * @description The credentials are in the form, no bearer token is sent. Send `Accept: application/json`.
         *     Ask right before the redirect. A buyer whose consent is pending gets a ticket too, the checkout checks consent again.
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
         * @description Deprecated, use registerCustomer. Registers a customer under the id that the organization knows them by.
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
                 * @description The id of the user.
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
         * @description Deprecated, use addBankAccount. What it takes and answers is not shown.
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
                 * @description The id of the user.
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
         * @description Deprecated, use addAddress. What it takes and answers is not shown.
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
         * @description Links a user of the generic Users API to the organization, by email, phone and name.
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
                 * @description The user_id of the Users API, in the style of usr_….
                 * @example usr_example_1
                 */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        /**
         * Read a user
         * @description Reads a user of the generic Users API, with what was verified of them.
         */
        get: operations["getUser"];
        /**
         * Change a user
         * @description Changes name, phone or metadata of a user of the generic Users API.
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
         * @description Only path and purpose are known. For the escrow flow use createContract.
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
                 * @description The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        /**
         * Read a contract
         * @description Only path and purpose are known. Contracts of the escrow flow are made by createContract, and no call reads one.
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
                 * @description The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
                /**
                 * @description The id of the milestone, not of the parent contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Change a milestone
         * @description The service calls both path parameters id; this document renames the second one.
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
         * @description Only path and purpose are known. A buyer of the escrow flow pays on the page whose address startPayment returns.
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
         * @description Only path and purpose are known.
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
                 * @description The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        /**
         * Read a payment
         * @description Only path and purpose are known.
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
         * @description Only path and purpose are known.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description The address for contract events is set by the service operator at onboarding, not by this call.
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
                 * @description The id of the record.
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
         * @description Only path and purpose are known. The address for the events of the escrow flow is set by the operator at onboarding.
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
         * @description A phone number in E.164 form.
         * @example +966500000001
         */
        PhoneNumber: string;
        /** @description A buyer or seller, new to the service or linked to the organization by the same call. */
        RegisterCustomerRequest: {
            phoneNumber?: components["schemas"]["PhoneNumber"];
            /** @description The first name. */
            firstName?: string;
            /** @description The last name. */
            lastName?: string;
        };
        /** @description The body of a refusal that the service does not describe. */
        NotShownRefusal: {
            [key: string]: unknown;
        };
        /** @description The registered customer. This result is not wrapped in data. */
        RegisteredCustomer: {
            /**
             * Format: int64
             * @description The id to use for this buyer or seller everywhere.
             */
            serviceUserId: number;
            /**
             * Format: int64
             * @description Another number of the user.
             */
            userIdentification: number;
        };
        /**
         * @description A currency code.
         * @example SAR
         */
        Currency: string;
        /** @description Where a user receives money. A seller needs one, and a buyer for a refund. */
        BankAccount: {
            /** @description A Saudi IBAN. */
            iban: string;
            currency: components["schemas"]["Currency"];
            /** @description The name of the account holder. */
            beneficiaryName: string;
            /** @description The national identity number of the holder. */
            nationalId: string;
        };
        /** @description A body that the service does not describe. */
        NotShownBody: {
            [key: string]: unknown;
        };
        /** @description A user's address, needed with the bank account for cash-out by bank transfer. */
        Address: {
            /** @description What the address is, such as HOME or WORK. */
            addressLabel: string;
            /** @description The country, such as SA. */
            countryCode: string;
            /** @description The street. */
            street?: string;
            /** @description The district of the city. */
            district?: string;
            /** @description The city. */
            city?: string;
            /** @description The postal code. */
            postalCode?: string;
        };
        /** @description The national identity number to verify. */
        NationalIdRequest: {
            /** @description The national identity number. */
            nationalId: string;
        };
        /** @description A one-time password as the user typed it. */
        ValidateOtpRequest: {
            /**
             * @description SERVICE_OTP for ordinary verification, NATIONAL_ID_OTP for the national identity.
             * @enum {string}
             */
            type: "SERVICE_OTP" | "NATIONAL_ID_OTP";
            /** @description The phone that received the password. */
            phoneNumber: string;
            /** @description The one-time password. */
            otp: number;
        };
        /** @description Whether the password was right. */
        OtpValidation: {
            /** @description True where the password was right. */
            valid: boolean;
        };
        /** @description The answer to a one-time password. */
        OtpValidationResult: {
            data: components["schemas"]["OtpValidation"];
        };
        /** @description What is sold. */
        ItemDetail: {
            /** @description A short name of what is sold. */
            title: string;
            /** @description What is sold, in words. */
            description: string;
        };
        /** @description The parent of a contract. It groups milestones and holds no money. */
        ParentContractRequest: {
            /**
             * @description What a parent is.
             * @enum {string}
             */
            type: "COMPLEX_CONTRACT";
            /**
             * @description The organization's administrator creates the contract, not the seller.
             * @enum {string}
             */
            senderRole: "BROKER";
            /** @description The classification of the contract. */
            contractClassification: string;
            currency: components["schemas"]["Currency"];
            /**
             * @description Always 0. Each milestone has its own amount.
             * @enum {number}
             */
            itemPrice: 0;
            itemDetail: components["schemas"]["ItemDetail"];
            /** @description Whether what is sold can be returned. */
            returnPolicy: string;
            /** @description Who pays for a return. */
            returnFeePayee: string;
            /**
             * @description The caller accepts the terms of the service. Client libraries do not fill this in.
             * @enum {boolean}
             */
            serviceTermsAccepted: true;
            /**
             * @description That the contract is a parent.
             * @enum {boolean}
             */
            isParent: true;
        };
        /** @description The parent as created. Later calls name its id in their path. */
        CreatedContract: {
            /** @description The id of the parent, which adding milestones and parties takes. */
            id: string;
            /** @description What a parent is. */
            type: string;
            /** @description Who created the contract. */
            senderRole: string;
            /**
             * @description SUBMITTED belongs to the organization portal and never comes back from the API.
             * @enum {string}
             */
            status: "CREATED";
        };
        /** @description The answer to creating a parent. */
        CreatedContractResult: {
            data: components["schemas"]["CreatedContract"];
        };
        /** @description One escrow transaction. It holds the money. */
        MilestoneRequest: {
            /**
             * @description What a milestone is.
             * @enum {string}
             */
            type: "MILESTONE_CONTRACT";
            /**
             * @description The organization's administrator creates the milestone, not the seller.
             * @enum {string}
             */
            senderRole: "BROKER";
            itemDetail: components["schemas"]["ItemDetail"];
            /** @description The escrow amount in the currency of the milestone, from which the service calculates balances. The fee comes out of the organization's wallet. */
            itemPrice: number;
            currency: components["schemas"]["Currency"];
            /** @description Whether what is sold can be returned. */
            returnPolicy: string;
            /** @description Who pays for a return. */
            returnFeePayee: string;
            /**
             * Format: utc-timestamp
             * @description An ISO 8601 timestamp in UTC, in any of its forms. The pattern checks the form, the format checks that day and time exist.
             */
            deadLine: string;
            /** @description Whether the caller accepts the terms of the service. */
            serviceTermsAccepted: boolean;
        };
        /** @description Milestones to add to a parent. */
        AddMilestonesRequest: {
            /** @description The milestones to add. */
            milestones: components["schemas"]["MilestoneRequest"][];
        };
        /** @description A milestone as created. */
        CreatedMilestone: {
            /** @description The milestone id, which webhook events call contractId. */
            id: string;
            /** @description The escrow amount, as it was sent. */
            itemPrice: number;
            /** @description The fee, as the service calculates it. */
            fee: number;
            /** @description A fraction, so 0.04 stands for 4 percent. */
            feePercentage: number;
            /**
             * @description A milestone begins as CREATED.
             * @enum {string}
             */
            status: "CREATED";
        };
        /** @description The milestones that were added, and their parent. */
        AddedMilestones: {
            /** @description The id of the parent. */
            parentContractId: string;
            /** @description The milestones as created. */
            milestones: components["schemas"]["CreatedMilestone"][];
        };
        /** @description The answer to adding milestones. */
        AddedMilestonesResult: {
            data: components["schemas"]["AddedMilestones"];
        };
        /** @description The phone by which the service finds the registered user. */
        PartyPhoneNumber: string;
        /** @description What the party pays as CUSTOMER, or gets as BROKER or PROVIDER, in the currency of the milestone. */
        PartyAmount: number;
        /** @description The organization's administrator. */
        BrokerParty: {
            phoneNumber: components["schemas"]["PartyPhoneNumber"];
            /**
             * @description The organization's administrator. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            role: "BROKER";
            amount: components["schemas"]["PartyAmount"];
            /**
             * @description Whether the party arbitrates.
             * @enum {boolean}
             */
            arbitrator: true;
            /**
             * @description Whether the party is a sender.
             * @enum {boolean}
             */
            isSender: true;
        };
        /** @description The buyer. */
        CustomerParty: {
            phoneNumber: components["schemas"]["PartyPhoneNumber"];
            /**
             * @description The buyer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            role: "CUSTOMER";
            amount: components["schemas"]["PartyAmount"];
            /**
             * @description Whether the party arbitrates.
             * @enum {boolean}
             */
            arbitrator: false;
            /**
             * @description Whether the party is a sender.
             * @enum {boolean}
             */
            isSender: true;
        };
        /** @description The seller. */
        ProviderParty: {
            phoneNumber: components["schemas"]["PartyPhoneNumber"];
            /**
             * @description The seller. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            role: "PROVIDER";
            amount: components["schemas"]["PartyAmount"];
            /** @description Whether the party arbitrates. */
            arbitrator?: boolean;
        };
        /** @description A participant of a milestone. */
        Party: components["schemas"]["BrokerParty"] | components["schemas"]["CustomerParty"] | components["schemas"]["ProviderParty"];
        /** @description On each milestone the CUSTOMER amounts add up to exactly the BROKER and PROVIDER amounts together, which a schema can't state. */
        MilestoneParties: components["schemas"]["Party"][];
        /** @description The parties of milestones. */
        AddPartiesRequest: {
            /** @description The parties of each milestone, by milestone id. The name is spelled as the service spells it. */
            mileStonesParties: {
                [key: string]: components["schemas"]["MilestoneParties"];
            };
        };
        /** @description The answer to starting a payment. */
        StartedPayment: {
            /**
             * Format: uri
             * @description Address of the hosted checkout, whose host differs by environment: that of the sandbox is not that of production. The
             *     segment after /external/ is the shortId, and the query carries client_id and payment_methods, which the organization does
             *     not set: a list with commas of MANUAL_BANK_TRANSFER and of providers of cards, wallets and instalments.
             */
            data: string;
        };
        /** @description The client and the one payment of one buyer that the ticket is for. Sent as a form. */
        TicketRequest: {
            /**
             * @description The kind of token exchange.
             * @example urn:service:params:oauth:grant-type:customer-token-exchange
             * @enum {string}
             */
            grant_type: "urn:service:params:oauth:grant-type:customer-token-exchange";
            /**
             * @description The client of the organization.
             * @example sandbox-client
             */
            client_id: string;
            /**
             * @description The secret of that client.
             * @example sandbox-secret
             */
            client_secret: string;
            /**
             * @description The buyer's phone, encoded as every value of a form is. A plus sign is written %2B, because a bare one stands for a blank.
             * @example +966500000002
             */
            login_hint: string;
            /**
             * @description payment:<shortId>, with the shortId of the checkout URL. Any other reference makes later calls fail.
             * @example payment:aB3xK9
             */
            scope: string;
        };
        /** @description Opens the checkout for one buyer and one payment. This result is not wrapped in data. */
        Ticket: {
            /** @description The ticket, which goes into the redirect to the checkout. */
            ticket: string;
            /** @description Lifetime of the ticket. */
            expiresIn: number;
        };
        /** @description Why no ticket is given. */
        TicketRefusal: {
            /** @description consent_rejected when the buyer declined the organization, invalid_grant when the buyer is not linked to the client. */
            error: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A user to sign up. */
        LegacySignUpRequest: {
            /** @description The user's phone. */
            phoneNumber: string;
            /** @description The first name. */
            firstName: string;
            /** @description The last name. */
            lastName: string;
            /** @description The organization's own id of the user. */
            clientUserId: string;
        };
        /** @description The user that signed up. */
        LegacySignedUpUser: {
            /** @description The user id. */
            id: string | number;
            /** @description Whether the service knew the user already. */
            preExistingUser: boolean;
            /** @description The customer's password for getting the legacy payment-time token; it is not a token itself. Store it encrypted, and keep it out of logs, browsers and checkout URLs. */
            clientUserToken: string;
        };
        /** @description The answer to a sign-up. */
        LegacyAccount: {
            data: components["schemas"]["LegacySignedUpUser"];
        };
        /** @description Any JSON at all, the service does not say what it takes. Use addBankAccount instead. */
        LegacyAddIbanRequest: unknown;
        /** @description Any JSON at all, the service does not say what it takes. Use addAddress instead. */
        LegacyAddAddressRequest: unknown;
        /** @description Free-form notes of the organization. */
        Metadata: {
            [key: string]: unknown;
        };
        /** @description A user to link. */
        LinkUserRequest: {
            /** @description The user's e-mail address. */
            email: string;
            phone: components["schemas"]["PhoneNumber"];
            /** @description The full name. */
            name: string;
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description The user that was linked. */
        LinkedUser: {
            /** @description An identifier in the style of usr_…. */
            user_id: string;
            /** @description A token of the user. The name is as the service publishes it. */
            waffy_token: string;
            /** @description How far the link is. */
            status: string;
            /** @description Whether the user still has to be verified. */
            verification_required: boolean;
            /**
             * Format: date-time
             * @description When the user was linked.
             */
            created_at: string;
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description The request, as the service knows it. */
        ResultMeta: {
            /** @description The id of the request, for the support of the service. */
            request_id: string;
            /**
             * Format: date-time
             * @description The time of the answer.
             */
            timestamp: string;
        };
        /** @description The answer to linking a user. */
        LinkedUserResult: {
            /** @description That the call succeeded. */
            success: boolean;
            data: components["schemas"]["LinkedUser"];
            meta: components["schemas"]["ResultMeta"];
        };
        /** @description How the Users API refuses invalid input. */
        ValidationRefusal: {
            /**
             * @description That the call was refused.
             * @enum {boolean}
             */
            success: false;
            /** @description Why. */
            error: {
                /**
                 * @description The kind of the refusal.
                 * @enum {string}
                 */
                code: "VALIDATION_ERROR";
                /** @description The reason in words. */
                message: string;
                /** @description What is wrong with which field. */
                details: {
                    /** @description The field that is refused. */
                    field: string;
                    /** @description What was sent in that field. */
                    value?: unknown;
                };
            };
        };
        /** @description What is verified of a user. */
        VerificationStatus: {
            /** @description Whether the e-mail address is verified. */
            email_verified: boolean;
            /** @description Whether the phone is verified. */
            phone_verified: boolean;
            /** @description How far the check of the user's identity is. */
            kyc_status: string;
        };
        /** @description What the service knows of a user. */
        UserRecord: {
            /** @description An identifier in the style of usr_…. */
            user_id: string;
            /** @description The user's e-mail address. */
            email?: string;
            phone?: components["schemas"]["PhoneNumber"];
            /** @description The full name. */
            name?: string;
            metadata?: components["schemas"]["Metadata"];
            /** @description How far the link is. */
            status?: string;
            /** @description A token of the user. The name is as the service publishes it. */
            waffy_token?: string;
            verification_status: components["schemas"]["VerificationStatus"];
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             */
            updated_at?: string;
        };
        /** @description The answer to reading a user. */
        UserRecordResult: {
            /** @description That the call succeeded. */
            success: boolean;
            data: components["schemas"]["UserRecord"];
            meta: components["schemas"]["ResultMeta"];
        };
        /** @description How the Users API answers for an unknown user. */
        UserNotFoundRefusal: {
            /**
             * @description That the call was refused.
             * @enum {boolean}
             */
            success: false;
            /** @description Why. */
            error: {
                /**
                 * @description The kind of the refusal.
                 * @enum {string}
                 */
                code: "USER_NOT_FOUND";
                /** @description The reason in words. */
                message: string;
            };
        };
        /** @description What to change of a user. */
        UpdateUserRequest: {
            /** @description The full name. */
            name?: string;
            phone?: components["schemas"]["PhoneNumber"];
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description Any JSON at all, the service does not say what it takes. */
        CreateGenericContractRequest: unknown;
        /** @description Any JSON at all, the service does not say what it takes. */
        UpdateGenericMilestoneRequest: unknown;
        /** @description Any JSON at all, the service does not say what it takes. */
        CreatePaymentRequest: unknown;
        /** @description Any JSON at all, the service does not say what it takes. */
        CreateVirtualIbanRequest: unknown;
        /** @description Any JSON at all, the service does not say what it takes. */
        CreateWebhookRequest: unknown;
        /** @description The buyer has paid and the money is in escrow. */
        PaidContractEvent: {
            /** @description The milestone id, in spite of its name. */
            contractId: string;
            /**
             * @description The buyer has paid.
             * @enum {string}
             */
            status: "PAID";
            /** @description Reference of a transaction. */
            referenceId: string;
        };
        /**
         * @description Any other progress, such as CASHOUT_IN_PROGRESS when the release begins and COMPLETED when all parties are paid.
         *     Fields and statuses that are not listed here are to be kept, not refused.
         */
        OtherContractEvent: {
            /** @description The milestone id, in spite of its name. */
            contractId?: string;
            /** @description The progress, such as CASHOUT_IN_PROGRESS. */
            status: string;
            /** @description Reference of a transaction. */
            referenceId?: string;
        };
        /** @description Progress of one milestone. Only PAID is shown with every field. */
        ContractEvent: components["schemas"]["PaidContractEvent"] | components["schemas"]["OtherContractEvent"];
    };
    responses: {
        /** @description Any other refusal. Expect any status, with any body or none. */
        OtherRefusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** @description The token is missing or unknown. */
        MissingToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** @description A token of another kind than the organization token. */
        NeedsOrganizationToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** @description The body is not in a documented media type. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** @description The service accepted the request. */
        NotShownSuccess: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownBody"];
            };
        };
        /** @description Neither a legacy user token nor a client admin token. */
        NeedsIdentityToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** @description The organization token was sent where the client admin token is needed. */
        NeedsClientAdminToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** @description A token of another kind than the legacy app token. */
        NeedsLegacyAppToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** @description A token of another kind than the legacy user token. */
        NeedsLegacyUserToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** @description A bearer token other than the API key. */
        NeedsApiKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** @description Too many requests in a minute. The limit is 100 in the sandbox and 1000 in production. */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotShownRefusal"];
            };
        };
        /** @description The user is unknown. */
        UserNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserNotFoundRefusal"];
            };
        };
        /** @description The body is not JSON. */
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
         * @description The serviceUserId that registering the customer returned.
         * @example 1001
         */
        serviceUserId: number;
        /**
         * @description The user whose national identity is submitted.
         * @example 1001
         */
        partnerUserId: string;
        /**
         * @description The id of the parent contract.
         * @example contract-example-1
         */
        contractId: string;
        /**
         * @description The id of the milestone, not of the parent contract.
         * @example milestone-example-1
         */
        milestoneId: string;
        /**
         * @description The client that signed in and created the contract.
         * @example sandbox-client
         */
        clientId: string;
        /**
         * @description The id of the user.
         * @example 1001
         */
        legacyId: string;
        /**
         * @description The user_id of the Users API, in the style of usr_….
         * @example usr_example_1
         */
        userId: string;
        /**
         * @description The id of the record.
         * @example example-1
         */
        genericId: string;
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
            /** @description The customer is registered and linked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredCustomer"];
                };
            };
            /** @description The request breaks a rule. */
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
                 * @description The serviceUserId that registering the customer returned.
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
            /** @description The request breaks a rule. */
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
                 * @description The serviceUserId that registering the customer returned.
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
            /** @description The request breaks a rule. */
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
                 * @description The user whose national identity is submitted.
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
            /** @description The request breaks a rule. */
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
            /** @description The password was checked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpValidationResult"];
                };
            };
            /** @description The request breaks a rule. */
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
            /** @description The parent is created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedContractResult"];
                };
            };
            /** @description The request breaks a rule. */
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
                 * @description The id of the parent contract.
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
            /** @description The milestones are added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedMilestonesResult"];
                };
            };
            /** @description The request breaks a rule. */
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
                 * @description The id of the parent contract.
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
            /** @description The request breaks a rule. */
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
                 * @description Where the buyer returns to, URL-encoded like every query value.
                 * @example https://shop.example/return
                 */
                redirectUrl: string;
                /**
                 * @description What kind of payment it is.
                 * @example PURCHASE
                 */
                paymentType: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the milestone, not of the parent contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
                /**
                 * @description The client that signed in and created the contract.
                 * @example sandbox-client
                 */
                clientId: components["parameters"]["clientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address to send the buyer to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedPayment"];
                };
            };
            /** @description The request breaks a rule. */
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
            /** @description The milestone does not exist. The answer has no body, and the status is not 404. */
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
            /** @description The ticket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description The buyer declined or is not linked to the client, or the form is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketRefusal"];
                };
            };
            /** @description The client id or client secret is wrong. */
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
            /** @description The customer is signed up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyAccount"];
                };
            };
            /** @description The request breaks a rule. */
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
                 * @description The id of the user.
                 * @example 1001
                 */
                id: components["parameters"]["legacyId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LegacyAddIbanRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** @description The request breaks a rule. */
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
                 * @description The id of the user.
                 * @example 1001
                 */
                id: components["parameters"]["legacyId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LegacyAddAddressRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** @description The request breaks a rule. */
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
            /** @description The user is linked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedUserResult"];
                };
            };
            /** @description The input is invalid. */
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
                 * @description The user_id of the Users API, in the style of usr_….
                 * @example usr_example_1
                 */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
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
                 * @description The user_id of the Users API, in the style of usr_….
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
            /** @description The user is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotShownBody"];
                };
            };
            /** @description The input is invalid. */
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
                 * @description The id of the record.
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
                 * @description The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
                /**
                 * @description The id of the milestone, not of the parent contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
            };
            cookie?: never;
        };
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
                 * @description The id of the record.
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
                 * @description The id of the record.
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
