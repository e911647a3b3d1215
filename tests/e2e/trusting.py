"""Lets a user of this machine trust an authority as browsers on Linux do: in NSS's database below the home folder.

A command of its own, since NSS is opened once in a process: `python -m tests.e2e.trusting HOME CERTIFICATE`. It talks to
the library that Chromium itself needs, because the tool for it (certutil) is rarely installed.
"""

from __future__ import annotations

import ctypes
import ssl
import sys
from pathlib import Path


class Trust(ctypes.Structure):
    _fields_ = [("ssl", ctypes.c_uint), ("email", ctypes.c_uint), ("signing", ctypes.c_uint)]


class Item(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("data", ctypes.c_char_p), ("length", ctypes.c_uint)]


def trust(home: Path, certificate: Path) -> None:
    folder = home / ".pki" / "nssdb"
    folder.mkdir(parents=True)
    der = ssl.PEM_cert_to_DER_cert(certificate.read_text())
    nss = ctypes.CDLL("libnss3.so")
    for name in ("PK11_GetInternalKeySlot", "CERT_NewTempCertificate", "CERT_GetDefaultCertDB"):
        getattr(nss, name).restype = ctypes.c_void_p
    assert nss.NSS_InitReadWrite(f"sql:{folder}".encode()) == 0
    slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
    nss.PK11_InitPin(slot, None, b"")
    database = ctypes.c_void_p(nss.CERT_GetDefaultCertDB())
    item = Item(0, der, len(der))
    decoded = ctypes.c_void_p(nss.CERT_NewTempCertificate(database, ctypes.byref(item), None, 0, 1))
    assert decoded.value
    assert nss.PK11_ImportCert(slot, decoded, ctypes.c_ulong(0), b"Harbormaster", 0) == 0
    flags = Trust()
    assert nss.CERT_DecodeTrustString(ctypes.byref(flags), b"C,,") == 0
    assert nss.CERT_ChangeCertTrust(database, decoded, ctypes.byref(flags)) == 0
    nss.CERT_DestroyCertificate(decoded)
    nss.PK11_FreeSlot(slot)
    nss.NSS_Shutdown()


if __name__ == "__main__":
    trust(Path(sys.argv[1]), Path(sys.argv[2]))
