// For each line on standard input: makes the file small enough once, in the way of `replayable.images.shrinking`, and tells the milliseconds.
const fs = require('fs');
const readline = require('readline');
const sharp = require('sharp');

const data = fs.readFileSync(process.argv[2]);
readline.createInterface({ input: process.stdin }).on('line', async () => {
  const start = process.hrtime.bigint();
  await sharp(data).rotate().resize(1200, 1200, { fit: 'inside', withoutEnlargement: true }).flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer();
  console.log(Number(process.hrtime.bigint() - start) / 1e6);
});
