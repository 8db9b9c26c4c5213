import { strToU8, zipSync } from 'fflate';
import { escaped } from '../format/xml';

/** A SCORM 1.2 package of one page, as a zip file. */
export function scormPackage(page: string, title: string): Uint8Array<ArrayBuffer> {
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="slipstick" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="model">
    <organization identifier="model">
      <title>${escaped(title)}</title>
      <item identifier="item" identifierref="page"><title>${escaped(title)}</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource>
  </resources>
</manifest>
`;
  return new Uint8Array(zipSync({ 'imsmanifest.xml': strToU8(manifest), 'index.html': strToU8(page) }, { level: 9 }));
}
