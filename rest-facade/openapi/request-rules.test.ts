import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { createScheduleBody } from '../../core/contract/autopay.js';
import { captureCardBody } from '../../core/contract/card-capture.js';
import { recordPaymentBody } from '../../core/contract/collected-payment.js';
import { createAssetBody } from '../../core/contract/messaging-request-bodies.js';
import { CAPTURE_CONTRACT } from '../secure/capture-contract.js';
import { checkedInDocument } from './checked-in-document.js';
import { EXAMPLE_BODIES } from './example-bodies.js';
import { isObject } from './json-schema.js';

const document = JSON.parse(checkedInDocument());
const ajv = addFormats.default(new Ajv2020({ strict: false }));
ajv.addSchema({ $id: 'document', ...document });

function validator(pointer: string) {
  const validate = ajv.getSchema(`document#${pointer}`);
  if (validate === undefined) throw new Error(`no schema at ${pointer}`);
  return (body: unknown) => validate(body) === true;
}

const payment = { amount_cents: 1 };
const [[, schedule = {}] = []] = Object.entries(EXAMPLE_BODIES['createAutopaySchedule'] ?? {});
const asset = EXAMPLE_BODIES['createWorkspaceAsset']?.['logo'];
const capture = Object(CAPTURE_CONTRACT.body?.example);
const id = capture.account_id;
const elsewhere = { line1: '1 Rue Haute', city: 'Luxembourg', country: 'LU' };

/** Rules between fields that the product enforces are also in the document. */
describe.each([
  [
    'record-payment',
    recordPaymentBody,
    validator('/components/schemas/RecordPaymentRequest'),
    [
      { ...payment, payment_method: 'cash' },
      { ...payment, payment_method: 'cash', check_number: null, card_brand: null },
      { ...payment, payment_method: 'cash', card_brand: 'visa' },
      { ...payment, payment_method: 'cash', check_number: 1 },
      ...['check', 'money_order', 'cashiers_check', 'card'].flatMap((payment_method) => [
        { ...payment, payment_method },
        { ...payment, payment_method, check_number: null },
        { ...payment, payment_method, check_number: 10_482 },
        { ...payment, payment_method, card_brand: 'visa' },
        { ...payment, payment_method, check_number: 10_482, card_brand: 'visa' },
      ]),
    ],
  ],
  [
    'create-schedule',
    createScheduleBody,
    validator('/components/schemas/CreateAutopayScheduleRequest'),
    ['day', 'week', 'month', 'year'].flatMap((frequency_unit) => [
      { ...schedule, frequency_unit },
      { ...schedule, frequency_unit, anchor_day: null },
      { ...schedule, frequency_unit, anchor_day: undefined },
    ]),
  ],
  [
    'card capture',
    captureCardBody(),
    validator('/paths/~1v1~1payment-methods~1cards/post/requestBody/content/application~1json/schema'),
    [
      capture,
      { ...capture, billing_address: null },
      { ...capture, billing_address_id: id },
      { ...capture, billing_address: null, billing_address_id: id },
      { ...capture, billing_address: elsewhere },
      ...['US', 'CA', null].map((country) => ({ ...capture, billing_address: { ...elsewhere, country } })),
      { ...capture, billing_address: { ...capture.billing_address, state: null } },
      { ...capture, billing_address: { ...capture.billing_address, country: undefined } },
    ],
  ],
  [
    'an asset’s address',
    createAssetBody,
    validator('/components/schemas/CreateWorkspaceAssetRequest'),
    ['https://assets.example.org/logo.png', 'HTTPS://assets.example.org/a', 'ftp://assets.example.org/a', 'x'].map(
      (url) => ({ ...asset, url }),
    ),
  ],
])('%s', (_, product, documented, bodies) => {
  it.each(bodies.map((body) => [JSON.stringify(body), body] as const))('%s', (json, body) => {
    expect(documented(JSON.parse(json))).toBe(product.safeParse(body).success);
  });

  it('has bodies of both kinds', () => {
    const verdicts = bodies.map((body) => product.safeParse(body).success);
    expect(new Set(verdicts)).toEqual(new Set([true, false]));
  });
});

describe('every member of a request', () => {
  const schemas = Object.entries<any>(document.components.schemas).filter(([name]) => name.endsWith('Request'));
  const card = document.paths['/v1/payment-methods/cards'].post.requestBody.content['application/json'].schema;

  it.each([...schemas, ['card capture', card] as const])('%s has a description', (_, schema) => {
    expect(undescribed(schema, '')).toEqual([]);
  });
});

function undescribed(schema: any, at: string): readonly string[] {
  return Object.entries<any>(schema.properties ?? {}).flatMap(([name, member]) => [
    ...(member.description === undefined && !isObject(member.properties) ? [`${at}/${name}`] : []),
    ...undescribed(member, `${at}/${name}`),
  ]);
}
