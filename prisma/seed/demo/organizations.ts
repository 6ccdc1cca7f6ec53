/** The demo organizations A, B and C: their names never change, their ids are created by the seed. */
export const ORGANIZATIONS = [
  {
    ...{
      display_name: 'Alder Auto Finance',
      legal_name: 'Alder Auto Finance LLC',
      dba_name: 'Alder Auto',
      prefix: 'ALD',
    },
    time_zone: 'America/New_York',
  },
  {
    ...{
      display_name: 'Birch Credit',
      legal_name: 'Birch Consumer Credit Inc.',
      dba_name: 'Birch Credit',
      prefix: 'BIR',
    },
    time_zone: 'America/Chicago',
  },
  {
    ...{
      display_name: 'Cedar Lending',
      legal_name: 'Cedar Lending Partners LP',
      dba_name: 'Cedar Lending',
      prefix: 'CED',
    },
    time_zone: 'America/Los_Angeles',
  },
] as const;
