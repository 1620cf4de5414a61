// SPDX-License-Identifier: Apache-2.0
// Made by generate.mjs; SHA-256 of its document: dacf1eb676cd346b309eb3386f4736270e4a9cb9526be465345255f61b10cf1e
export interface paths {
    "/organizations/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a device under a licence key
         * @description The licence key in the body is the credential, and limits it (PERFUSE_RATE_LAUNCHES); what is refused counts with the strict requests of the address.
         *
         *     Counts as relaxed: 6000 requests a minute and address by default, together with the others of its tier.
         *
         *     The body holds at most 16 KiB.
         */
        post: operations["registerLicense"];
        /**
         * Give up the device and its tokens
         * @description Counts as normal: 600 requests a minute and address by default, together with the others of its tier.
         *
         *     The body holds at most 16 KiB.
         */
        delete: operations["unregisterLicense"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/measurements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measurements of this device or user, newest first
         * @description Counts as normal: 600 requests a minute and address by default, together with the others of its tier.
         */
        get: operations["listMeasurements"];
        put?: never;
        /**
         * Open a measurement
         * @description RESTRICTED: the study takes no measurements now, the consent was withdrawn, or people sign in here before they measure. At most 8 measurements of a device, or of a person's sign-in, may be open; one more is RATE_LIMIT without `retry-after`. One is open until its last chunk, its deletion, or about ten minutes without a chunk.
         *
         *     Counts as normal: 600 requests a minute and address by default, together with the others of its tier.
         *
         *     The body holds at most 16 KiB.
         */
        post: operations["createMeasurement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/measurements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One measurement with its results
         * @description Counts as normal: 600 requests a minute and address by default, together with the others of its tier.
         */
        get: operations["retrieveMeasurement"];
        put?: never;
        post?: never;
        /**
         * Delete a measurement with its data and results
         * @description For the person who measured, and for administrators of the organisation.
         *
         *     Counts as normal: 600 requests a minute and address by default, together with the others of its tier.
         *
         *     The body holds at most 16 KiB.
         */
        delete: operations["deleteMeasurement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        RegisterLicenseRequest: {
            Key: string;
            /** @enum {string} */
            DeviceTypeID: "IPHONE" | "IPAD" | "DARWIN" | "ANDROID_PHONE" | "ANDROID_TABLET" | "WINDOWS" | "WIN32" | "WINDOWS_TABLET" | "LINUX" | "DEBIAN" | "WEB";
            Name: string;
            Identifier: string;
            Version: string;
            TokenExpiresIn?: ("" | (number | string)) | null;
            RefreshTokenExpiresIn?: ("" | (number | string)) | null;
            TokenSubject?: string | null;
        };
        RegisterLicenseAnswer: {
            DeviceID: string;
            Token: string;
            RefreshToken: string;
            RoleID: string;
            UserID: string;
        };
        Error: {
            Code: string;
            Message: string;
            Errors?: {
                [key: string]: [
                    string,
                    string[]
                ][];
            };
            remainingLockoutDurationSec?: number;
        };
        UnregisterLicenseAnswer: {
            success: boolean;
        };
        CreateMeasurementRequest: {
            StudyID: string;
            Resolution?: (0 | 100 | "") | null;
            UserProfileID?: ("" | string) | null;
            PartnerID?: string | null;
            Mode?: string | null;
        };
        CreateProfileAnswer: {
            ID: string;
        };
        ListMeasurementsAnswer: {
            ID: string;
            PartnerID: string;
            UserID: string;
            UserProfileID: string;
            UserProfileName: string;
            DeviceID: string;
            StudyID: string;
            /** @enum {string} */
            StatusID: "CAPTURING" | "PROCESSING" | "COMPLETE" | "ERROR" | "INCOMPLETE";
            DeviceVersion: string;
            Mode: string;
            Created: number;
            Updated: number;
            TotalCount: number;
        }[];
        RetrieveMeasurementAnswer: {
            ID: string;
            StudyID: string;
            /** @enum {string} */
            StatusID: "CAPTURING" | "PROCESSING" | "COMPLETE" | "ERROR" | "INCOMPLETE";
            UserID: string;
            UserProfileID: string;
            DeviceID: string;
            OrganizationID: string;
            PartnerID: string;
            Resolution: number;
            Mode: string;
            Region: string;
            Created: number;
            Updated: number;
            DataSizeBytes: number;
            Results: {
                [key: string]: {
                    Channel: string;
                    Data: number[];
                    Multiplier?: number;
                    Notes?: string[];
                }[];
            };
            SignalNames: {
                [key: string]: string;
            };
            SignalUnits: {
                [key: string]: string;
            };
            SignalDescriptions: {
                [key: string]: string;
            };
            SignalConfig: {
                [key: string]: {
                    category: string;
                };
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    registerLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterLicenseRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisterLicenseAnswer"];
                };
            };
            /**
             * @description VALIDATION_ERROR: A field of the request is not valid.
             *
             *     BAD_REQUEST: The request is malformed.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "VALIDATION_ERROR" | "BAD_REQUEST";
                    };
                };
            };
            /** @description INVALID_LICENSE: The licence key is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INVALID_LICENSE";
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: Send JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description RATE_LIMIT: Too many requests or more data than real time. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RATE_LIMIT";
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong here. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INTERNAL_ERROR";
                    };
                };
            };
            /** @description SERVICE_UNAVAILABLE: The service is busy or closing; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "SERVICE_UNAVAILABLE";
                    };
                };
            };
        };
    };
    unregisterLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnregisterLicenseAnswer"];
                };
            };
            /** @description BAD_REQUEST: The request is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "BAD_REQUEST";
                    };
                };
            };
            /**
             * @description INVALID_TOKEN: The token is missing or not valid.
             *
             *     TOKEN_EXPIRED: The token has expired.
             *
             *     ERR_SESSION_EXPIRED: The session has ended; sign in again.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INVALID_TOKEN" | "TOKEN_EXPIRED" | "ERR_SESSION_EXPIRED";
                    };
                };
            };
            /** @description RESTRICTED: This token may not do that. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RESTRICTED";
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: Send JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description RATE_LIMIT: Too many requests or more data than real time. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RATE_LIMIT";
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong here. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INTERNAL_ERROR";
                    };
                };
            };
            /** @description SERVICE_UNAVAILABLE: The service is busy or closing; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "SERVICE_UNAVAILABLE";
                    };
                };
            };
        };
    };
    listMeasurements: {
        parameters: {
            query?: {
                Date?: string | null;
                EndDate?: string | null;
                UserProfileID?: string | null;
                UserProfileName?: string | null;
                StudyID?: string | null;
                StatusID?: string | null;
                PartnerID?: string | null;
                Mode?: string | null;
                DeviceID?: string | null;
                UserName?: string | null;
                Username?: string | null;
                Region?: string | null;
                SortBy?: string | null;
                SortOrder?: string | null;
                Limit?: number;
                Offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListMeasurementsAnswer"];
                };
            };
            /** @description VALIDATION_ERROR: A field of the request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "VALIDATION_ERROR";
                    };
                };
            };
            /**
             * @description INVALID_TOKEN: The token is missing or not valid.
             *
             *     TOKEN_EXPIRED: The token has expired.
             *
             *     ERR_SESSION_EXPIRED: The session has ended; sign in again.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INVALID_TOKEN" | "TOKEN_EXPIRED" | "ERR_SESSION_EXPIRED";
                    };
                };
            };
            /** @description RESTRICTED: This token may not do that. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RESTRICTED";
                    };
                };
            };
            /** @description RATE_LIMIT: Too many requests or more data than real time. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RATE_LIMIT";
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong here. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INTERNAL_ERROR";
                    };
                };
            };
            /** @description SERVICE_UNAVAILABLE: The service is busy or closing; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "SERVICE_UNAVAILABLE";
                    };
                };
            };
        };
    };
    createMeasurement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMeasurementRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateProfileAnswer"];
                };
            };
            /**
             * @description VALIDATION_ERROR: A field of the request is not valid.
             *
             *     BAD_REQUEST: The request is malformed.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "VALIDATION_ERROR" | "BAD_REQUEST";
                    };
                };
            };
            /**
             * @description INVALID_TOKEN: The token is missing or not valid.
             *
             *     TOKEN_EXPIRED: The token has expired.
             *
             *     ERR_SESSION_EXPIRED: The session has ended; sign in again.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INVALID_TOKEN" | "TOKEN_EXPIRED" | "ERR_SESSION_EXPIRED";
                    };
                };
            };
            /** @description RESTRICTED: This token may not do that. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RESTRICTED";
                    };
                };
            };
            /** @description NOT_FOUND: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "NOT_FOUND";
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: Send JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description RATE_LIMIT: Too many requests or more data than real time. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RATE_LIMIT";
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong here. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INTERNAL_ERROR";
                    };
                };
            };
            /** @description SERVICE_UNAVAILABLE: The service is busy or closing; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "SERVICE_UNAVAILABLE";
                    };
                };
            };
        };
    };
    retrieveMeasurement: {
        parameters: {
            query?: {
                ExpandResults?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetrieveMeasurementAnswer"];
                };
            };
            /** @description VALIDATION_ERROR: A field of the request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "VALIDATION_ERROR";
                    };
                };
            };
            /**
             * @description INVALID_TOKEN: The token is missing or not valid.
             *
             *     TOKEN_EXPIRED: The token has expired.
             *
             *     ERR_SESSION_EXPIRED: The session has ended; sign in again.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INVALID_TOKEN" | "TOKEN_EXPIRED" | "ERR_SESSION_EXPIRED";
                    };
                };
            };
            /** @description RESTRICTED: This token may not do that. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RESTRICTED";
                    };
                };
            };
            /** @description NOT_FOUND: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "NOT_FOUND";
                    };
                };
            };
            /** @description RATE_LIMIT: Too many requests or more data than real time. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RATE_LIMIT";
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong here. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INTERNAL_ERROR";
                    };
                };
            };
            /** @description SERVICE_UNAVAILABLE: The service is busy or closing; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "SERVICE_UNAVAILABLE";
                    };
                };
            };
        };
    };
    deleteMeasurement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnregisterLicenseAnswer"];
                };
            };
            /**
             * @description VALIDATION_ERROR: A field of the request is not valid.
             *
             *     BAD_REQUEST: The request is malformed.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "VALIDATION_ERROR" | "BAD_REQUEST";
                    };
                };
            };
            /**
             * @description INVALID_TOKEN: The token is missing or not valid.
             *
             *     TOKEN_EXPIRED: The token has expired.
             *
             *     ERR_SESSION_EXPIRED: The session has ended; sign in again.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INVALID_TOKEN" | "TOKEN_EXPIRED" | "ERR_SESSION_EXPIRED";
                    };
                };
            };
            /** @description RESTRICTED: This token may not do that. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RESTRICTED";
                    };
                };
            };
            /** @description NOT_FOUND: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "NOT_FOUND";
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: Send JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description RATE_LIMIT: Too many requests or more data than real time. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "RATE_LIMIT";
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong here. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "INTERNAL_ERROR";
                    };
                };
            };
            /** @description SERVICE_UNAVAILABLE: The service is busy or closing; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        Code?: "SERVICE_UNAVAILABLE";
                    };
                };
            };
        };
    };
}
