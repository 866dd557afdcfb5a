/** The revision of the management API. `npm run generate` increments it when the document changes. Do not edit it. */
export const MANAGEMENT_REVISION = 29;
