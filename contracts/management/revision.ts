/** `npm run generate` increases it when the description of the management plane changes. Do not edit it. */
export const MANAGEMENT_REVISION = 29;
