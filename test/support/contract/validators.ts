import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CONTRACT } from './operations.js';

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ $id: 'contract', ...closed(CONTRACT) });

/** The compiled schema at a JSON pointer of the document, with additional members of objects forbidden. */
export function validatorAt(pointer: string): ValidateFunction {
  const validate = ajv.getSchema(`contract#${pointer}`);
  if (validate === undefined) throw new Error(`the document has no schema at ${pointer}`);
  return validate;
}

export function errorsOf(pointer: string, value: unknown): readonly string[] {
  const validate = validatorAt(pointer);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`;
  });
}

/** A segment of a JSON pointer, in a URI fragment. */
export function pointerPart(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Clients must tolerate new members; a test must report members that the document lacks. */
function closed(node: any): any {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isOpen = node.type === 'object' && node.properties !== undefined && node.additionalProperties === undefined;
  return isOpen ? { ...members, additionalProperties: false } : members;
}
