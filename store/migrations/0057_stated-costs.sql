-- Up Migration

-- Whether what senders say that traffic cost counts in an environment. Where it does not, the price table prices their calls.
ALTER TABLE environments ADD COLUMN takes_stated_costs boolean NOT NULL DEFAULT false;
