-- How a borrower authorized a one-time charge.
CREATE TYPE "charge_authorization_method" AS ENUM ('phone', 'writing', 'in_person', 'portal');
