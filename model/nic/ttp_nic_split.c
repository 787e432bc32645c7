/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers of MAC and NIC behind one port (msg.clear). Mirrors rtl/nic/ttp_nic_split.v. */
#include "ttp_nic_split.h"

#include "ttp_regs.h"

enum { MAC, NIC };

static unsigned target(const struct ttp_nic_split *b)
{
    return b->addr >> 12 && !b->ours ? NIC : MAC;
}

static unsigned source(const struct ttp_nic_split *b)
{
    return b->raddr >> 12 ? NIC : MAC;
}

void ttp_nic_split_drive(const struct ttp_nic_split *b, struct ttp_axil_out *host,
                         struct ttp_axil_in to[2])
{
    *host = (struct ttp_axil_out){
        .rdata = b->rdata, .bresp = b->bresp, .rresp = b->rresp, .awready = !b->aw_full,
        .wready = !b->w_full, .bvalid = b->b_valid, .arready = !b->ar_full, .rvalid = b->r_valid,
    };
    for (unsigned i = MAC; i <= NIC; i++) {
        const bool writes = i == target(b), reads = i == source(b);

        to[i] = (struct ttp_axil_in){
            .awaddr = b->ours ? TTP_REG_IRQ_CAUSE : b->addr & 0xfff,
            .wdata = b->ours ? 1u << TTP_IRQ_DEAD : b->data,
            .araddr = b->raddr & 0xfff,
            .wstrb = b->ours ? 0xf : b->strb,
            .awvalid = writes && b->aw,
            .wvalid = writes && b->w,
            .bready = writes && b->runs,
            .arvalid = reads && b->ar,
            .rready = reads && b->ar_full && !b->r_valid,
        };
    }
}

bool ttp_nic_split_cleared(const struct ttp_nic_split *b, const struct ttp_axil_out from[2])
{
    return b->runs && b->ours && from[MAC].bvalid;
}

static void write(struct ttp_nic_split *b, bool clear, const struct ttp_axil_in *host,
                  const struct ttp_axil_out *from)
{
    const bool ends = b->runs && from->bvalid, host_ends = ends && !b->ours;
    const bool starts = !b->runs && (clear || ((b->aw_full || host->awvalid)
                                               && (b->w_full || host->wvalid) && !b->b_valid));

    if (host_ends) b->bresp = from->bresp;
    if (!b->aw_full) b->addr = host->awaddr & 0x1fff;
    if (!b->w_full) {
        b->data = host->wdata;
        b->strb = host->wstrb;
    }
    b->aw_full = (b->aw_full || host->awvalid) && !host_ends;
    b->w_full = (b->w_full || host->wvalid) && !host_ends;
    b->b_valid = (b->b_valid && !host->bready) || host_ends;
    b->aw = starts || (b->aw && !from->awready);
    b->w = starts || (b->w && !from->wready);
    if (!b->runs) b->ours = clear;
    b->runs = starts || (b->runs && !ends);
}

static void read(struct ttp_nic_split *b, const struct ttp_axil_in *host,
                 const struct ttp_axil_out *from)
{
    const bool came = b->ar_full && !b->r_valid && from->rvalid;
    const bool taken = b->r_valid && host->rready;

    if (came) {
        b->rdata = from->rdata;
        b->rresp = from->rresp;
    }
    b->ar = b->ar_full ? b->ar && !from->arready : host->arvalid;
    if (!b->ar_full) b->raddr = host->araddr & 0x1fff;
    b->ar_full = b->ar_full ? !taken : host->arvalid;
    b->r_valid = (b->r_valid && !taken) || came;
}

void ttp_nic_split_clock(struct ttp_nic_split *b, bool rst, bool clear,
                         const struct ttp_axil_in *host, const struct ttp_axil_out from[2])
{
    write(b, clear, host, &from[target(b)]);
    read(b, host, &from[source(b)]);
    if (rst) {
        b->aw_full = b->w_full = b->b_valid = b->runs = b->aw = b->w = false;
        b->ar_full = b->r_valid = b->ar = false;
    }
}
