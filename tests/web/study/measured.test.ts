import { describe, expect, test } from 'vitest';
import { curveOf, readMeasured, readMeasuredFile } from '../../../web/src/study/measured';

describe('a measured curve in a file', () => {
  test.each([
    ['commas', 'time [s],height [mm]\n0,1.5\n0.1,2.5e0\n0.2,-3\n'],
    ['semicolons and decimal commas', '\uFEFF# from the lab\r\ntime (s);height (mm)\r\n0;1,5\r\n0,1;2,5\r\n0,2;-3\r\n'],
    ['tabs', 'time [s]\theight [mm]\n0\t1.5\n0.1\t2.5\n0.2\t\u22123\n'],
    ['quotes and decimal commas', '"time [s]","height [mm]"\n"0,0","1,5"\n"0,1","2,5"\n"0,2","-3,0"\n'],
    ['spaces and decimal commas', 'time[s] height[mm]\n0,0 1,5\n0,1 2,5\n0,2 \u22123\n'],
    ['commas with spaces', 'time [s], height [mm]\n0, 1.5\n0.1, 2.5\n0.2, -3\n'],
    ['quotes', '"time [s]","height [mm]"\n"0","1.5"\n"0.1","2.5"\n"0.2","-3"'],
  ])('is read with %s', (_, text) => {
    expect(readMeasured(text)).toEqual({
      columns: [
        { name: 'time', unit: 's', values: [0, 0.1, 0.2] },
        { name: 'height', unit: 'mm', values: [1.5, 2.5, -3] },
      ],
      skipped: 0,
    });
  });

  test('with ambiguous commas is refused', () => {
    expect(() => readMeasured('t,y\n0,"1,250"\n1,"2,500"\n2,"3,750"\n', 'x.csv')).toThrow(
      '“x.csv” has numbers such as 1,250, whose comma may separate thousands: save them with decimal points.',
    );
    expect(() => readMeasured('t,y\n0,"1,250.5"\n1,"2,500.5"\n2,"3,750.5"\n')).toThrow('may separate thousands');
    expect(() => readMeasured('t,y\n0,0,1,5\n0,1,2,5\n0,2,-3,0\n', 'x.csv')).toThrow('“x.csv” has decimal commas between commas');
    expect(readMeasured('t,y\n0,"1,250"\n1,"2,50"\n').columns[1].values).toEqual([1.25, 2.5]);
    expect(readMeasured('0, 1\n1, 2\n2, 3\n').columns.map(({ values }) => values)).toEqual([
      [0, 1, 2],
      [1, 2, 3],
    ]);
    expect(readMeasured('1,5 2\n3 4,5\n').columns.map(({ values }) => values)).toEqual([
      [1.5, 3],
      [2, 4.5],
    ]);
  });

  test('needs no header, and skips lines without numbers', () => {
    const { columns, skipped } = readMeasured('0 1 5\n1 2 6\nbroken\n2 x 7\n');
    expect(columns.map(({ name }) => name)).toEqual(['column 1', 'column 2', 'column 3']);
    expect(columns[1].values).toEqual([1, 2, Number.NaN]);
    expect(skipped).toBe(1);
  });

  test('is refused with the reason if it contains no curve', async () => {
    for (const text of ['', 'hello', 'a,b\nc,d\n', '1\n2\n3\n', '{"slipstick": 1}'])
      expect(() => readMeasured(text, 'x.csv')).toThrow('“x.csv” has no line with two numbers');
    const table = readMeasured('t,a,b\n0,1,\n1,2,\n2,3,4\n0,0,\n');
    expect(() => curveOf(table, 0, 2, 1, 1)).toThrow('“t” and “b” have 1 lines with a number in both; at least 3 are needed.');
    expect(() => curveOf(readMeasured('1,1\n1,2\n1,3\n'), 0, 1, 1, 1)).toThrow('All times in “column 1” are the same.');
    await expect(readMeasuredFile(new File([new Uint8Array(3 * 2 ** 20)], 'big.csv'))).rejects.toThrow('larger than 2 MiB');
  });

  test('has SI units and rising times, and at most 1000 points', () => {
    const table = readMeasured('t,y\n2000,30\n0,10\n1000,20\n1500,\n');
    expect(curveOf(table, 0, 1, 1e-3, 0.1)).toEqual({ x: [0, 1, 2], y: [1, 2, 3] });
    const long = readMeasured(Array.from({ length: 4321 }, (_, i) => `${i},${i}`).join('\n'));
    expect(curveOf(long, 0, 1, 1, 1).x.length).toBeLessThanOrEqual(1000);
  });
});
