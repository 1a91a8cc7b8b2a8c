import { codePhone, phoneCountries, phoneTrouble } from '@usance/api/phone';
import { describe, expect, it } from 'vitest';

const digits = (many: number, first = '') => first.padEnd(many, '5');

describe('a telephone number of a profile', () => {
  it.each([
    ['86', 'China', '11', [digits(11, '13'), digits(11, '19')], [digits(10, '13'), digits(12, '13'), digits(11, '12')]],
    ['1', 'United States', '10', [digits(10)], [digits(9), digits(11)]],
    ['65', 'Singapore', '8', [digits(8)], [digits(7), digits(9)]],
    ['852', 'Hong Kong', '8', [digits(8)], [digits(7), digits(9)]],
    ['81', 'Japan', '10-11', [digits(10), digits(11)], [digits(9), digits(12)]],
    ['82', 'South Korea', '10-11', [digits(10), digits(11)], [digits(9), digits(12)]],
    ['44', 'United Kingdom', '10-11', [digits(10), digits(11)], [digits(9), digits(12)]],
    ['49', 'Germany', '10-12', [digits(10), digits(12)], [digits(9), digits(13)]],
    ['33', 'France', '9-10', [digits(9), digits(10)], [digits(8), digits(11)]],
    ['39', 'Italy', '9-10', [digits(9), digits(10)], [digits(8), digits(11)]],
  ])('with the code +%s fits %s: %s digits', (code, name, many, taken, refused) => {
    for (const number of taken) expect(phoneTrouble(number, code)).toBeUndefined();
    for (const number of refused)
      expect(phoneTrouble(number, code)).toBe(`Please enter a valid ${name} phone number (${many} digits)`);
  });

  it('can be of these ten countries and of no other', () => {
    expect(Object.keys(phoneCountries)).toHaveLength(10);
    for (const code of ['7', '', '0', 'constructor']) expect(phoneTrouble('5', code)).toBe('Unsupported country code');
  });

  it('is Chinese if no country is given, and may be empty', () => {
    expect(phoneTrouble('13912345678')).toBeUndefined();
    expect(phoneTrouble('91234567')).toMatch('China');
    for (const code of ['86', '7']) expect(phoneTrouble('', code)).toBeUndefined();
  });
});

describe('a telephone that gets a code', () => {
  it('is a Chinese mobile', () => {
    for (const number of ['13000000000', '19999999999']) expect(codePhone.safeParse(number).success).toBe(true);
    for (const number of ['12000000000', '23000000000', '1300000000', '130000000000', '+8613000000000', ''])
      expect(codePhone.safeParse(number).error?.issues[0]?.message).toBe('Please enter a validate phone');
  });
});
