"""Lists the elements and attributes of MJCF and URDF, one per line: writes mjcf-schema.txt and urdf-schema.txt into tests/data/robots.

pip install mujoco && python tests/peer/robot_schemas.py path/to/urdf.xsd

MJCF is the output of mj_printSchema of the mujoco package. The XSD of URDF is xsd/urdf.xsd of github.com/ros/urdfdom.
"""

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import mujoco

FOLDER = Path(__file__).parent.parent / "data" / "robots"
XS = "{http://www.w3.org/2001/XMLSchema}"


def mjcf() -> list[str]:
    """Elements are indented by three spaces per level and followed by their kind in brackets; attributes fill the rest."""
    elements: list[tuple[str, list[str]]] = []
    path: list[str] = []
    for line in mujoco.mj_printSchema(False, True).splitlines():
        head, attributes = line[:30], line[30:].split()
        if head.strip():
            level = (len(head) - len(head.lstrip())) // 3
            name = head.split()[0].replace("(world)body", "worldbody/body")
            path = [*path[:level], name]
            elements.append(("/".join(path), []))
        elements[-1][1].extend(attributes)
    return [" ".join([name + ":", *attributes]) for name, attributes in elements]


def urdf(xsd: Path) -> list[str]:
    schema = ET.parse(xsd).getroot()
    types = {each.get("name"): each for each in schema if each.tag == XS + "complexType"}
    lines: list[str] = []

    def visit(element: ET.Element, path: str) -> None:
        found = element.find(XS + "complexType")
        kind = found if found is not None else types.get(element.get("type", ""))
        name = path + element.get("name", "")
        if kind is None:
            lines.append(name + ":")
            return
        lines.append(" ".join([name + ":", *(each.get("name", "") for each in kind.findall(XS + "attribute"))]))
        for child in kind.iter(XS + "element"):
            if child is not element:
                visit(child, name + "/")

    visit(schema.find(XS + "element"), "")
    return lines


(FOLDER / "mjcf-schema.txt").write_text("\n".join([f"# MuJoCo {mujoco.__version__}, by tests/peer/robot_schemas.py", *mjcf()]) + "\n")
(FOLDER / "urdf-schema.txt").write_text("\n".join(["# URDF 1.0, by tests/peer/robot_schemas.py", *urdf(Path(sys.argv[1]))]) + "\n")
