/**
 * States, districts, territories and military regions to which the United States Postal Service delivers, by code
 * (Publication 28).
 */
const STATES =
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,
  FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,
  MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,
  NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,
  PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,
  WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,
  AS American Samoa,FM Federated States of Micronesia,GU Guam,MH Marshall Islands,MP Northern Mariana Islands,PR Puerto Rico,
  PW Palau,VI Virgin Islands,AA Armed Forces Americas,AE Armed Forces Europe,AP Armed Forces Pacific`
    .split(',')
    .map((line) => line.trim());

const CODES: ReadonlySet<string> = new Set(STATES.map((line) => line.slice(0, 2)));
const CODES_BY_NAME: ReadonlyMap<string, string> = new Map(
  STATES.map((line) => [line.slice(3).toUpperCase(), line.slice(0, 2)]),
);

/** Whether it is the two-letter code of a US state, in any case. */
export function isUsState(code: string): boolean {
  return CODES.has(code.toUpperCase());
}

/** The code of a US state, given its code or its English name in any case. */
export function usStateCode(text: string): string | undefined {
  const word = text.trim().toUpperCase();
  return CODES.has(word) ? word : CODES_BY_NAME.get(word);
}
